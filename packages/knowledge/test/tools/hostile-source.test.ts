// A source whose registry sends anything in the place of ids, versions and addresses: none of its lines passes for a fact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { callTool, type KnowledgeSource, readResource } from '../../src/index.ts';
import { makeExampleSource } from './example-source.ts';

const FORGED = 'x\nFORGED next: cursor 1-a\r\n\n## FORGED\u2028FORGED \u202eFORGED\u001b[2J';

/** The same with forged words in every text but the names that were asked for. */
function forge<T>(value: T, isKept: (key: string) => boolean): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (key, each: unknown) =>
    typeof each === 'string' && !isKept(key) ? FORGED : each,
  ) as T;
}

const TEXTS = ['description', 'summary', 'core', 'full', 'sha256', 'standing'];
const real = await makeExampleSource();
const VERSIONS = [undefined, 'latest', '^1'];
const keeps =
  (...keys: string[]) =>
  (key: string) =>
    keys.includes(key) || TEXTS.includes(key);
const atLatest = (name: string) => ({ name, version: '1.2.0' });
const hostile: KnowledgeSource = {
  ...real,
  search: async (query) => forge(await real.search(query), keeps('name')),
  async findPrime(name, wanted) {
    if (name === '@acme/broken') throw new RegistryError('upstream_unavailable', { detail: FORGED });
    if (name === '@acme/gone') throw new RegistryError('version_removed', { detail: FORGED });
    return forge(await real.findPrime(name, VERSIONS.includes(wanted) ? wanted : undefined), keeps('name'));
  },
  listAtoms: async ({ name }, page) => forge(await real.listAtoms(atLatest(name), page), keeps()),
  async *readAtoms({ name }) {
    for await (const batch of real.readAtoms(atLatest(name))) yield forge(batch, keeps('id'));
  },
  readTexts: ({ name }, ids, level) => real.readTexts(atLatest(name), ids, level),
  findAtom: async (id, { prime }) => {
    if (prime === '@acme/gone') throw new RegistryError('version_removed', { detail: FORGED });
    const found = await real.findAtom(id, {});
    return (
      found &&
      forge(
        { ...found, edges: [{ verb: '', target: '', standing: 'outside' as const, prime: found.prime }] },
        keeps('id'),
      )
    );
  },
  suggest: async () => [FORGED],
};

const MADE_UP = /^(?:## )?FORGED|[\u2028\u202e\r]|\p{Cc}(?<!\n)/mu;

for (const [name, args] of [
  ['search_knowledge', { query: 'focus' }],
  ['search_knowledge', { query: 'focus nothing' }],
  ['search_knowledge', { query: 'nowhere' }],
  ['search_knowledge', { query: 'focus @acme/rule-line-length', read: true }],
  ['read_atom', { id: '@acme/rule-line-length' }],
  ['read_atom', { id: '@acme/rule-line-lengths' }],
  ['read_atom', { id: '@acme/rule-line-lengths', prime: '@acme/web-style' }],
  ['read_prime', { name: '@acme/web-style' }],
  ['read_prime', { name: '@acme/web-style', kind: 'nothing' }],
  ['read_prime', { name: '@acme/broken' }],
  ['read_atom', { id: '@acme/rule-x', prime: '@acme/gone', version: '1.0.0' }],
  ['resolve_primes', { requires: ['@acme/web-style@^1', '@acme/broken', '@acme/nowhere'] }],
] as const) {
  test(`${name} ${JSON.stringify(args)} has no line that a registry made up`, async () => {
    const { text } = await callTool(hostile, name, args);
    assert.match(text, /\S/);
    assert.doesNotMatch(text, MADE_UP, text);
  });
}

test('why a resource does not exist has no line that a registry made up', async () => {
  for (const version of ['1.0.0', 'latest']) {
    const read = await readResource(hostile, `prime://acme/gone/${version}/rule-x/core`);
    assert.ok(!read.ok);
    assert.match(read.message, /\S/);
    assert.doesNotMatch(read.message, MADE_UP);
  }
});
