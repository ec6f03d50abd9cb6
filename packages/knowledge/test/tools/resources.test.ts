// Addresses of atoms as resources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatResourceUri, parseResourceUri, RESOURCE_TEMPLATES, readResource } from '../../src/index.ts';
import { makeExampleSource } from './example-source.ts';

const source = await makeExampleSource();

test('an address and its parts are the same', () => {
  for (const [uri, atom, isFixed] of [
    ['prime://acme/web-style/1.2.0/rule-x/core', '@acme/rule-x', true],
    ['prime://acme/web-style/latest/rule-x/full', '@acme/rule-x', false],
    ['prime://acme/web-style/1.2.0%2Bbuild/%40units%2Ffact-ch/summary', '@units/fact-ch', true],
  ] as const) {
    const parsed = parseResourceUri(uri);
    assert.ok(parsed.ok, uri);
    assert.equal(parsed.value.prime, '@acme/web-style');
    assert.equal(parsed.value.atom, atom);
    assert.equal(parsed.value.isFixed, isFixed);
    assert.equal(formatResourceUri(parsed.value), uri);
  }
  assert.ok(parseResourceUri('prime://@acme/web-style/1.2.0/rule-x/core').ok);
});

test('what is no address is refused with a reason', () => {
  for (const [uri, message] of [
    ['skill://acme/web-style/SKILL.md', /does not begin with 'prime:\/\/'/],
    ['prime://acme/web-style/1.2.0', /is not of the form prime:\/\/\{scope\}/],
    ['prime://acme/web-style/1.2.0/rule-x/long', /does not end in summary, core, full/],
    ['prime://acme/web-style/v1/rule-x/core', /leave out the 'v'/],
    ['prime://acme/%/1.2.0/rule-x/core', /is not of the form/],
    ['prime://acme/web-style/1.2.0/Rule/core', /only a to z/],
    [`prime://${'a'.repeat(2000)}`, /at most 1024/],
  ] as const) {
    const parsed = parseResourceUri(uri);
    assert.ok(!parsed.ok, uri);
    assert.match(parsed.message, message);
  }
});

test('a resource is the text of the atom and nothing else', async () => {
  const read = await readResource(source, 'prime://acme/web-style/1.2.0/rule-line-length/core');
  assert.deepEqual(read, {
    ok: true,
    value: {
      mimeType: 'text/markdown',
      text: '# RuleLineLength [rule] v1.0.0\n\nLines of text have 45 to 80 characters',
      isFixed: true,
    },
  });
});

test('a resource that does not exist says what there is', async () => {
  const read = await readResource(source, 'prime://acme/web-style/9.0.0/rule-line-length/core');
  assert.ok(!read.ok);
  assert.match(read.message, /has no version '9\.0\.0' here/);
});

test('there is one template', () => {
  assert.deepEqual(
    RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate),
    ['prime://{scope}/{name}/{version}/{atom}/{level}'],
  );
});
