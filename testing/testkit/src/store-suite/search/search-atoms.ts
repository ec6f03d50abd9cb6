// Atoms as results of their own, suggestions while people type, and searches with fewer words.
import assert from 'node:assert/strict';
import type { AtomSearch, RegistryStore } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import { insert } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

export function testSearchOfAtoms(open: OpenStore): void {
  testWithStore(open, 'atoms are found with all words, matches in the name first', async (store) => {
    await fill(store);
    const { hits, total, facets, corrected, isCut } = await search(store, { text: 'token lifetime' });
    assert.deepEqual(
      hits.map(({ id, prime, version }) => `${id} ${prime}@${version}`),
      [
        '@acme/rule-token-lifetime @acme/auth@1.0.0',
        '@acme/fact-labelled @acme/auth@1.0.0',
        '@other/fact-tokens @other/tokens@2.0.0',
      ],
    );
    assert.deepEqual([total, corrected, isCut], [3, [], false]);
    assert.deepEqual(facets.kind, [
      { value: 'fact', count: 2 },
      { value: 'rule', count: 1 },
    ]);
    const ids = async (more: Partial<AtomSearch>) =>
      (await search(store, { text: 'token lifetime', ...more })).hits.map(({ id }) => id);
    assert.deepEqual(await ids({ filters: { kind: ['rule'] } }), ['@acme/rule-token-lifetime']);
    assert.deepEqual(await ids({ filters: { scope: ['@other'] } }), ['@other/fact-tokens']);
    assert.deepEqual(await ids({ limit: 1, offset: 1 }), ['@acme/fact-labelled']);
    assert.deepEqual(await ids({ sort: 'name' }), [
      ...['@acme/fact-labelled', '@acme/rule-token-lifetime', '@other/fact-tokens'],
    ]);
    // Of their Primes; those of one Prime by relevance.
    assert.deepEqual(await ids({ sort: 'newest' }), [
      ...['@other/fact-tokens', '@acme/rule-token-lifetime', '@acme/fact-labelled'],
    ]);
    await store.addDownloads([{ name: '@acme/auth', identity: '1.0.0', day: 20_000, downloads: 3 }]);
    assert.deepEqual((await ids({ sort: 'downloads' })).at(-1), '@other/fact-tokens');
    assert.deepEqual(await ids({ text: 'token lifet' }), await ids({}));
    assert.deepEqual(await ids({ text: 'token nothing-like-it' }), []);
    assert.deepEqual(await ids({ text: '---' }), []);
  });

  testWithStore(open, 'the atoms of one Prime are those that a search of Primes counts', async (store) => {
    await fill(store);
    // The word `signing` is in the description of the Prime, and `lifetime` in its atoms.
    const text = 'signing lifetime';
    const [hit] = (await store.searchRich({ text, limit: 1, offset: 0 })).hits;
    const ofPrime = await search(store, { text, prime: '@acme/auth' });
    assert.deepEqual([hit?.name, hit?.atomTotal, ofPrime.total], ['@acme/auth', 2, 2]);
    assert.equal((await search(store, { text, prime: '@acme/absent' })).total, 0);
  });

  testWithStore(
    open,
    'a mistyped word is corrected, and an atom without a match has its description',
    async (store) => {
      await fill(store);
      const { hits, corrected } = await search(store, { text: 'lifetmie' });
      assert.deepEqual(corrected, [{ from: 'lifetmie', to: 'lifetime' }]);
      assert.equal(hits.length, 3);
      const [byName] = (await search(store, { text: 'rule-token-lifetime' })).hits;
      assert.deepEqual(byName?.snippet.map(({ text }) => text).join(''), 'How long it is good');
    },
  );

  testWithStore(
    open,
    'Primes and atoms are suggested by the beginnings of their names and labels',
    async (store) => {
      await fill(store);
      const { primes, atoms } = await store.suggest('tok');
      assert.deepEqual(
        primes.map(({ name }) => name),
        ['@other/tokens'],
      );
      assert.deepEqual(
        atoms.map(({ atom, kind, label, prime, version }) => [atom, kind, label, prime, version]),
        [
          ['@acme/rule-token-lifetime', 'rule', undefined, '@acme/auth', '1.0.0'],
          ['@other/fact-tokens', 'fact', undefined, '@other/tokens', '2.0.0'],
          ['@acme/fact-labelled', 'fact', 'The lifetime of a token', '@acme/auth', '1.0.0'],
        ],
      );
      assert.deepEqual((await store.suggest('other tok')).primes.length, 1);
      assert.deepEqual(await store.suggest('?'), { primes: [], atoms: [] });
    },
  );

  testWithStore(open, 'if all words find nothing, the words are left out that hinder', async (store) => {
    await fill(store);
    const relax = (text: string, filters = {}) => store.relaxSearch({ text, filters });
    assert.deepEqual(await relax('OAuth3 signing lifetime'), [
      { text: 'signing lifetime', without: ['OAuth3'], total: 1 },
    ]);
    // Each word is known, but not together; without one of them, more or fewer Primes match.
    assert.deepEqual(await relax('lifetime signing bread'), [
      { text: 'lifetime signing', without: ['bread'], total: 1 },
    ]);
    assert.deepEqual(await relax('Bread lifetime'), [
      { text: 'lifetime', without: ['Bread'], total: 2 },
      { text: 'Bread', without: ['lifetime'], total: 1 },
    ]);
    assert.deepEqual(
      await relax('bread lifetime', { scope: ['@acme'] }),
      [
        { text: 'lifetime', without: ['bread'], total: 1 },
        { text: 'bread', without: ['lifetime'], total: 1 },
      ].toSorted((a, b) => b.total - a.total),
    );
    assert.deepEqual(await relax('xyzzy plugh'), []);
    assert.deepEqual((await relax('signing bread tokens'))[0]?.total, 1);
  });
}

async function fill(store: RegistryStore): Promise<void> {
  await insert(store, {
    name: '@acme/auth',
    description: 'About signing in',
    inventory: await inventoryOf([
      { id: '@acme/rule-token-lifetime', description: 'How long it is good' },
      { id: '@acme/fact-labelled', kind: 'fact', label: 'The lifetime of a token' },
      { id: '@acme/rule-other', description: 'Something else' },
    ]),
  });
  await insert(store, {
    ...{ name: '@other/tokens', version: '2.0.0', description: 'Facts' },
    inventory: await inventoryOf([
      { id: '@other/fact-tokens', kind: 'fact', notes: 'A token has a lifetime.' },
    ]),
  });
  await insert(store, { name: '@acme/bread', description: 'How to bake bread' });
}

function search(store: RegistryStore, more: Partial<AtomSearch>) {
  return store.searchAtoms({ text: '', filters: {}, prime: undefined, limit: 20, offset: 0, ...more });
}
