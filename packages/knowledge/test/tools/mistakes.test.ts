// Calls that cannot be answered: the text says what was wrong and what would be right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { callTool, type KnowledgeSource } from '../../src/index.ts';
import { makeExampleSource } from './example-source.ts';

const source = await makeExampleSource();

const MISTAKES: readonly (readonly [tool: string, args: unknown, text: RegExp])[] = [
  [
    'read_atoms',
    {},
    /^There is no tool 'read_atoms'\. Did you mean read_atom\? The tools are search_knowledge,/,
  ],
  ['toString', {}, /^There is no tool 'toString'/],
  [
    'read_atom',
    undefined,
    /^'id' is missing: As @acme\/rule-line-length\. Arguments of read_atom: id \(required\), detail,/,
  ],
  ['read_atom', ['@acme/x'], /^The arguments must be an object, not a list\./],
  [
    'read_atom',
    { id: '@acme/x', detial: 'full' },
    /^'detial' is no argument; did you mean 'detail'\? Arguments/,
  ],
  ['read_atom', { id: 7 }, /^'id' must be a text, not the number 7\./],
  [
    'read_atom',
    { id: '@acme/x', detail: 'ful' },
    /^'detail' must be one of 'core', 'summary', 'full', not 'ful'; did you mean 'full'\?/,
  ],
  [
    'read_atom',
    { id: '@acme/x', budget: '500' },
    /^'budget' must be a whole number from 100 to 20000, not the text '500'\./,
  ],
  [
    'read_atom',
    { id: '@acme/x', budget: 99 },
    /^'budget' must be a whole number from 100 to 20000, not 99\./,
  ],
  ['read_atom', { id: 'rule-x' }, /^'id': 'rule-x' does not begin with '@'/],
  [
    'read_atom',
    { id: '@Acme/Rule-X' },
    /^'id': '@Acme\/Rule-X' has upper-case letters; write '@acme\/rule-x'\.$/,
  ],
  [
    'read_atom',
    { id: '@acme/rule-x@1.0.0' },
    /^'id': .* has a version; write '@acme\/rule-x', and '1\.0\.0' as the argument 'version'\.$/,
  ],
  [
    'read_atom',
    { id: 'https://r.example/-/atoms/@acme/rule-x' },
    /is an address; write only the id, as in '@acme\/rule-x'\.$/,
  ],
  [
    'read_atom',
    { id: 'prime://acme/web-style/1.2.0/rule-x/core' },
    /address of a resource; write the id '@acme\/rule-x', with prime '@acme\/web-style' and version '1\.2\.0'/,
  ],
  [
    'read_atom',
    { id: 'registry.example/@acme/rule-x' },
    /names a registry; write '@acme\/rule-x'\. Which registries are read is configured/,
  ],
  [
    'read_prime',
    { name: 'registry.example/@acme/web-style' },
    /names a registry; write '@acme\/web-style'\./,
  ],
  [
    'read_prime',
    { name: '@acme/web-style@^1' },
    /write '@acme\/web-style', and '\^1' as the argument 'version'/,
  ],
  [
    'read_prime',
    { name: '@acme/web-style', version: 'v1' },
    /^'version': 'v1' is not a version range; leave out the 'v'\.$/,
  ],
  [
    'read_prime',
    { name: '@acme/web-style', version: '^3' },
    /^@acme\/web-style has no version '\^3' here\. Its current version is 1\.2\.0/,
  ],
  [
    'read_prime',
    { name: '@acme/web-stile' },
    /^There is no Prime '@acme\/web-stile' here\. Similar names: @acme\/web-style\. Elsewhere\.$/,
  ],
  [
    'read_prime',
    { name: '@acme/rule-line-length' },
    /is no Prime but an atom \(@acme\/web-style 1\.2\.0\): call read_atom/,
  ],
  [
    'read_prime',
    { name: '@acme/web-style', kind: 'rules' },
    /has no atoms of the kind 'rules'\. Did you mean 'rule'\? Its kinds: rule, word\.$/,
  ],
  ['read_atom', { id: '@acme/web-style' }, /^'@acme\/web-style' is no atom but a Prime: call read_prime/],
  [
    'read_atom',
    { id: '@acme/rule-lime-length' },
    /^There is no atom .* Similar names: @acme\/rule-line-length\. Elsewhere\.$/,
  ],
  [
    'read_atom',
    { id: '@units/fact-ch', prime: '@acme/web-style' },
    /^@acme\/web-style 1\.2\.0 has no atom '@units\/fact-ch', but @acme\/units 1\.0\.0 has/,
  ],
  ['read_atom', { id: '@units/fact-ch', version: '^9' }, /^@acme\/units has no version '\^9' here/],
  [
    'read_atom',
    { id: '@acme/rule-line-length', cursor: '40' },
    /^'cursor' is not one: copy it from the 'next' of an answer/,
  ],
  [
    'read_atom',
    { id: '@acme/rule-line-length', cursor: '40-abc' },
    /^'cursor' is of another call, with other arguments\. Leave it out to begin again/,
  ],
  ['search_knowledge', { query: '  ' }, /^'query' is empty\./],
  ['search_knowledge', { query: 'x'.repeat(257) }, /^'query' has 257 characters; at most 256 are allowed\./],
  [
    'search_knowledge',
    { query: 'x', scope: 'acme' },
    /^'scope': 'acme' does not begin with '@'.*write '@acme'\.$/,
  ],
  ['search_knowledge', { query: 'x', limit: 21 }, /^'limit' must be a whole number from 1 to 20, not 21\./],
  ['search_knowledge', { query: 'x', read: 'yes' }, /^'read' must be true or false, not the text 'yes'\./],
  ['search_knowledge', { query: 'x', read: true, cursor: '1-a' }, /^'cursor' goes without 'read'/],
  ['resolve_primes', { requires: '@acme/units' }, /^'requires' must be a list of texts, not the text/],
  ['resolve_primes', { requires: [] }, /^'requires' is an empty list\./],
  [
    'resolve_primes',
    { requires: ['@acme/units', 1] },
    /^'requires' item 2 must be a text, not the number 1\./,
  ],
  ['resolve_primes', { requires: ['units'] }, /^'units' does not begin with '@'/],
];

for (const [tool, args, text] of MISTAKES) {
  test(`${tool} ${JSON.stringify(args) ?? ''}`.slice(0, 100), async () => {
    const result = await callTool(source, tool, args, { elsewhere: 'Elsewhere.' });
    assert.match(result.text, text);
    assert.equal(result.isError, true);
  });
}

test('all problems of a call are in one answer', async () => {
  const { text } = await callTool(source, 'search_knowledge', { q: 'focus', limit: 0 });
  assert.match(text, /'query' is missing.*; 'limit' must be .*; 'q' is no argument\. Arguments/);
});

test('a cursor is refused with other arguments, and accepted with another budget', async () => {
  const args = { id: '@acme/rule-visible-focus', detail: 'full', budget: 500 };
  const { text } = await callTool(source, 'read_atom', args);
  const cursor = /next: cursor (\S+)/.exec(text)?.[1];
  assert.ok(cursor);
  const same = await callTool(source, 'read_atom', {
    ...args,
    cursor,
    budget: 300,
    prime: '@acme/web-style',
  });
  assert.equal(same.isError, false, same.text);
  for (const other of [
    { ...args, detail: 'core' },
    { ...args, id: '@acme/rule-line-length' },
  ]) {
    const { isError } = await callTool(source, 'read_atom', { ...other, cursor });
    assert.equal(isError, true);
  }
  assert.equal((await callTool(source, 'search_knowledge', { query: 'focus', cursor })).isError, true);
});

test('a source that cannot tell is an answer, except for what concerns the caller of the model', async () => {
  const failing = (error: Error): KnowledgeSource =>
    Object.assign(Object.create(source), { findPrime: () => Promise.reject(error) });
  const args = { name: '@acme/web-style' };
  const down = new RegistryError('upstream_unavailable', { detail: 'r.example does not answer; try again.' });
  assert.deepEqual(await callTool(failing(down), 'read_prime', args), {
    text: 'r.example does not answer; try again.',
    isError: true,
  });
  for (const error of [
    new RegistryError('unauthenticated', { detail: 'No token.' }),
    new TypeError('broken'),
  ]) {
    await assert.rejects(callTool(failing(error), 'read_prime', args), error);
  }
});

test('a call that was given up rejects with its reason', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await assert.rejects(callTool(source, 'read_prime', { name: '@acme/units' }, { signal }), /gone/);
});
