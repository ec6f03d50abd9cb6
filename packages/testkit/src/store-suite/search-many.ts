// Searches that match more than anybody reads: what is first, and what can be paged to.
import assert from 'node:assert/strict';
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { RegistryStore, SearchHit } from 'prime-registry';
import { insert } from './new-version.ts';
import type { OpenStore } from './store-suite.ts';
import { testWithStore } from './with-store.ts';

const LAST_PAGED = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;
const AT_ONCE = 64;

export function testSearchOfMany(open: OpenStore): void {
  testWithStore(
    open,
    'finds what is best among thousands, and pages through them without gap or overlap',
    async (store) => {
      const names = Array.from({ length: 1500 }, (_, index) => `@many/n${String(index).padStart(5, '0')}`);
      await insertMany(store, names, { description: 'Common words about kiwis and kiwi' });
      await insertMany(store, ['@many/zz-tagged'], { tags: ['kiwi'] });
      await insertMany(store, ['@kiwi/zz'], {});
      await insertMany(store, ['@many/zz-kiwis'], {});
      await insertMany(store, ['@many/zz-kiwi'], {});
      await insertMany(store, ['@many/kiwi'], {});
      const best = ['@many/kiwi', '@many/zz-kiwi', '@many/zz-kiwis', '@kiwi/zz', '@many/zz-tagged'];
      assert.deepEqual(await firstNames(store, 'kiwi', 5), best);
      assert.deepEqual((await firstNames(store, 'kiw', 3)).sort(), [
        '@many/kiwi',
        '@many/zz-kiwi',
        '@many/zz-kiwis',
      ]);
      assert.deepEqual(await firstNames(store, 'many kiwi', 2), ['@many/kiwi', '@many/zz-kiwi']);

      for (const text of ['kiwi', 'kiw', 'many kiwi']) {
        const pages = await readPages(store, text, 97);
        const paged = pages.map(({ name }) => name);
        assert.equal(new Set(paged).size, paged.length, text);
        assert.ok(paged.length >= names.length && names.every((name) => paged.includes(name)), text);
        assert.deepEqual(await readPages(store, text, 100), pages, text);
        for (const [index, { score }] of pages.entries()) {
          assert.ok(score > 0 && score <= (pages[index - 1]?.score ?? 1), `${text}: ${index}`);
        }
      }
    },
  );

  testWithStore(open, 'counts exactly as far as one can page, and no further', async (store) => {
    const names = Array.from({ length: LAST_PAGED + 1 }, (_, index) => `@many/n${index}`);
    await insertMany(store, names.slice(0, LAST_PAGED - 1), { tags: [] });
    const page = { text: 'many', limit: SEARCH_LIMITS.limit.maximum, offset: SEARCH_LIMITS.offset.maximum };
    for (const expected of [LAST_PAGED - 1, LAST_PAGED, LAST_PAGED]) {
      const { hits, total } = await store.search(page);
      assert.deepEqual([total, hits.length], [expected, expected - page.offset]);
      await insertMany(store, names.splice(LAST_PAGED - 1, 1), {});
    }
  });
}

async function insertMany(
  store: RegistryStore,
  names: readonly string[],
  draft: { description?: string; tags?: string[] },
): Promise<void> {
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    await Promise.all(some.map((name) => insert(store, { name, namespaces: [], ...draft })));
  }
}

async function firstNames(store: RegistryStore, text: string, limit: number): Promise<string[]> {
  return (await store.search({ text, limit, offset: 0 })).hits.map(({ name }) => name);
}

/** Everything that matches, page by page. */
async function readPages(store: RegistryStore, text: string, limit: number): Promise<SearchHit[]> {
  const read: SearchHit[] = [];
  for (;;) {
    const { hits, total } = await store.search({ text, limit, offset: read.length });
    read.push(...hits);
    if (hits.length < limit) {
      assert.equal(read.length, total, text);
      return read;
    }
  }
}
