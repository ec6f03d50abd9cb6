// Searches with many words.
import assert from 'node:assert/strict';
import type { RegistryStore, RichFindings } from '@prime-registry/store';
import { inventoryOf } from '../../primes/inventory.ts';
import { insert } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const WORDS = Array.from({ length: 40 }, (_, index) => `w${index.toString(36)}z`);

export function testSearchLong(open: OpenStore): void {
  testWithStore(open, 'finds Primes with all words, and each of their atoms with them', async (store) => {
    for (let index = 0; index < 30; index += 1) {
      const notes = WORDS.join(' ');
      const inventory = await inventoryOf([{ id: `@acme/fact-${index}`, kind: 'fact', notes }]);
      await insert(store, { name: `@acme/prime-${index}`, inventory });
    }
    await insert(store, { name: '@acme/other', description: WORDS.slice(1).join(' ') });
    for (const count of [2, 12, 23]) {
      const { hits, total } = await search(store, count);
      assert.equal(total, 30);
      for (const { atoms, name } of hits) {
        assert.deepEqual(
          atoms.map(({ id }) => id),
          [name.replace('prime', 'fact')],
        );
      }
    }
    // Nobody types as many words to find an atom.
    const { hits, total } = await search(store, 40);
    assert.equal(total, 30);
    assert.ok(hits.every(({ atoms }) => atoms.length === 0));
  });

  testWithStore(open, 'ranks by the name, among any number of words', async (store) => {
    const description = WORDS.join(' ');
    await insert(store, { name: '@acme/aaa', description });
    await insert(store, { name: `@acme/${WORDS.at(-1)}`, description });
    for (const count of [10, 40]) {
      const text = [...WORDS.slice(0, count - 1), WORDS.at(-1)].join(' ');
      const { hits } = await store.search({ text, limit: 10, offset: 0 });
      assert.deepEqual(
        hits.map(({ name }) => name),
        [`@acme/${WORDS.at(-1)}`, '@acme/aaa'],
      );
    }
  });
}

function search(store: RegistryStore, count: number): Promise<RichFindings> {
  return store.searchRich({ text: WORDS.slice(0, count).join(' '), limit: 100, offset: 0 });
}
