// The tools of agents over the store: versions that are withdrawn or not there, and pages while versions come.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callTool, readResource } from '@prime-registry/knowledge';
import { atomFiles, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const WORDS = Array.from({ length: 60 }, (_, index) => ({
  id: `@acme/word-${index}`,
  kind: 'word',
  description: `How to spell word number ${index}`,
}));

let registry: TestRegistry;
before(async () => {
  registry = await startRegistry({ allowStableYank: true });
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await registry.author.mustPublish({ version, files: atomFiles(...WORDS) });
  }
  await registry.author.request('/pack/@acme/web-style/1.2.0', { method: 'DELETE' });
});
after(() => registry.stop());

async function call(tool: string, args: object) {
  return callTool(registry.knowledge, tool, args);
}

test('a version that is not there is answered with the one that is', async () => {
  for (const [tool, args] of [
    ['read_prime', { name: '@acme/web-style', version: '9.9.9' }],
    ['read_prime', { name: '@acme/web-style', version: '11.1.0' }],
    ['read_prime', { name: '@acme/web-style', version: '^3' }],
    ['read_prime', { name: '@acme/web-style', version: 'beta' }],
    ['read_atom', { id: '@acme/word-1', version: '9.9.9' }],
    ['read_atom', { id: '@acme/word-1', prime: '@acme/web-style', version: '^3' }],
    ['resolve_primes', { requires: ['@acme/web-style@9.9.9'] }],
  ] as const) {
    const { text, isError } = await call(tool, args);
    assert.equal(isError, true);
    assert.match(text, /(?:9\.9\.9|11\.1\.0|\^3|beta).*\b1\.1\.0\b/, text);
  }
});

test('a resource of a version that is not there says which one is', async () => {
  const read = await readResource(registry.knowledge, 'prime://acme/web-style/9.9.9/word-1/core');
  assert.ok(!read.ok);
  assert.match(read.message, /9\.9\.9.*1\.1\.0/);
});

test('a withdrawn version can be read, and says which one to use', async () => {
  for (const [tool, args] of [
    ['read_prime', { name: '@acme/web-style', version: '1.2.0' }],
    ['read_atom', { id: '@acme/word-1', version: '1.2.0' }],
  ] as const) {
    const { text } = await call(tool, args);
    assert.match(
      text,
      /1\.2\.0 .*· yanked\nyanked: withdrawn by its authors; the version to use is 1\.1\.0\n/,
    );
  }
});

test('a requirement that cannot be resolved leaves the others an answer', async () => {
  const { text, isError } = await call('resolve_primes', {
    requires: ['@acme/web-style@^7', '@acme/web-style@^1', 'web-style', '@acme/web-stile'],
  });
  assert.equal(isError, false);
  const lines = text.split('\n');
  assert.equal(lines[0], 'install: prime install @acme/web-style@1.1.0');
  assert.match(lines[1] ?? '', /\^7.*1\.1\.0/);
  assert.match(lines[2] ?? '', /^@acme\/web-style \^1 → 1\.1\.0 · sha256:[0-9a-f]{64} · 60 atoms/);
  assert.match(lines[3] ?? '', /'web-style' does not begin with '@'/);
  assert.match(
    lines[4] ?? '',
    /There is no Prime '@acme\/web-stile' here\. Similar names: @acme\/web-style\./,
  );
});

test('the next page of a version is of that version, also when there is a new one', async () => {
  const args = { name: '@acme/web-style', budget: 300 };
  const cursor = /next: cursor (\S+)/.exec((await call('read_prime', args)).text)?.[1];
  assert.ok(cursor);
  await registry.author.mustPublish({ version: '1.3.0', files: atomFiles(...WORDS.slice(1)) });
  const refused = await call('read_prime', { ...args, cursor });
  assert.match(
    refused.text,
    /^'cursor' is of another call.* to go on in an older version, pass that version\.$/,
  );
  const next = await call('read_prime', { ...args, cursor, version: '1.1.0' });
  assert.match(next.text, /^@acme\/web-style 1\.1\.0 .*\natoms \d+ to \d+ of 60;/);
});
