// Searches with very many matches: what comes first, and how far pages go.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import type { RegistryStore, SearchHit } from '@prime-registry/store';
import { insert } from '../inserts/new-version.ts';
import type { OpenStore } from '../with-store.ts';

const LAST_PAGED = SEARCH_LIMITS.offset.maximum + SEARCH_LIMITS.limit.maximum;
const AT_ONCE = 64;

// More than a search ranks one by one.
const DATED = numbered('@many/dated', 1100);

/**
 * One store for all of them, because most of their time is for inserting: each has words of its own.
 * @param fillsPages - whether to insert more matches than pages show
 */
export function testSearchOfMany(open: OpenStore, fillsPages: boolean): void {
  let store: RegistryStore;

  before(async () => {
    store = await open();
  });
  after(() => store.close());

  async function insertMany(
    names: readonly string[],
    draft: { description?: string; tags?: string[] } = {},
  ): Promise<void> {
    for (let start = 0; start < names.length; start += AT_ONCE) {
      const some = names.slice(start, start + AT_ONCE);
      await Promise.all(some.map((name) => insert(store, { name, namespaces: [], ...draft })));
    }
  }

  test('ranks the best match first, though more than a thousand match and it was added last', async () => {
    await insertMany(numbered('@many/kiwi', 400));
    await insertMany(numbered('@many/plums', 1050), { description: 'A fig and a kiwi' });
    await insertMany(['@many/zz-plum', '@many/kiwi', '@many/zz-fig', '@fig/zz']);
    await insertMany(['@many/tagged'], { tags: ['fig'] });
    assert.deepEqual(await firstNames(store, 'plum', 1), ['@many/zz-plum']);
    assert.deepEqual(await firstNames(store, 'kiwi', 1), ['@many/kiwi']);
    assert.deepEqual(await firstNames(store, 'fig', 3), ['@many/zz-fig', '@fig/zz', '@many/tagged']);
    assert.deepEqual(await firstNames(store, 'fi', 3), ['@many/zz-fig', '@fig/zz', '@many/tagged']);
    assert.deepEqual(await firstNames(store, 'many fig', 2), ['@many/zz-fig', '@many/tagged']);
  });

  test('distinguishes prefixes of any length, whatever the number of matches', async () => {
    await insertMany(numbered('@many/testing', 40));
    await insertMany(numbered('@many/testers', 50));
    await insertMany(numbered('@many/tea', 60));
    const wanted = {
      te: 150,
      tes: 90,
      test: 90,
      testi: 40,
      testing: 40,
      tester: 50,
      tea: 60,
    };
    for (const [text, expected] of Object.entries(wanted)) {
      const { hits, total } = await store.search({ text, limit: 100, offset: 0 });
      assert.deepEqual([text, total, hits.length], [text, expected, Math.min(100, expected)]);
    }
  });

  test('pages through more than a thousand matches without gap or overlap', async () => {
    await insertMany(DATED, { description: 'Dates and date' });
    for (const text of ['date', 'da', 'many date']) {
      const whole = await readPages(store, text, 100);
      assert.deepEqual(whole.map(({ name }) => name).sort(), DATED, text);
      assert.deepEqual(await readPages(store, text, 97), whole, text);
      for (const [index, { score }] of whole.entries()) {
        assert.ok(score > 0 && score <= (whole[index - 1]?.score ?? 1), `${text}: ${index}`);
      }
    }
  });

  if (!fillsPages) return;
  test('counts exactly as far as pages go, and no further', async () => {
    const { total: present } = await store.search({ text: 'many', limit: 1, offset: 0 });
    const names = numbered('@many/n', LAST_PAGED + 1 - present);
    await insertMany(names.splice(0, names.length - 2));
    const page = { text: 'many', limit: SEARCH_LIMITS.limit.maximum, offset: SEARCH_LIMITS.offset.maximum };
    for (const expected of [LAST_PAGED - 1, LAST_PAGED, LAST_PAGED]) {
      const { hits, total } = await store.search(page);
      assert.deepEqual([total, hits.length], [expected, expected - page.offset]);
      await insertMany(names.splice(0, 1));
    }
  });
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(5, '0')}`);
}

async function firstNames(store: RegistryStore, text: string, limit: number): Promise<string[]> {
  return (await store.search({ text, limit, offset: 0 })).hits.map(({ name }) => name);
}

/** All matches, page by page. */
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
