// Hits of this registry and of upstreams in one list, with consistent pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { joinSearch } from '../../../src/mirror/search/join-search.ts';
import type { ElsewhereHit } from '../../../src/mirror/search/search-elsewhere.ts';

const hit = (name: string) => ({ name, version: '1.0.0', description: name });

/** This many Primes here, and upstream hits with these ranks. */
function depsOf(here: number, ranks: readonly number[], isOn = true): Parameters<typeof joinSearch>[0] {
  const all = Array.from({ length: here }, (_, index) => ({ ...hit(`@here/p${index + 1}`), score: 0.3 }));
  const hits: ElsewhereHit[] = ranks.map((rank, index) => ({
    ...hit(`@there/p${index + 1}`),
    ...{ rank, origin: 'https://there.example' },
  }));
  return {
    store: {
      search: async ({ limit, offset }) => ({
        ...{ hits: all.slice(offset, offset + limit), total: here, corrected: [] },
      }),
      listStandings: async (names) =>
        new Map(names.map((name) => [name, { isLocalScope: false, origin: undefined }])),
    },
    mirror: { isOn, searchElsewhere: async () => ({ hits, incomplete: [] }) },
  };
}

const namesOf = (hits: readonly { name: string }[]): string[] => hits.map(({ name }) => name);

test('the first of each comes first, and at equal rank the hit of this registry', async () => {
  const { hits, total } = await joinSearch(depsOf(3, [1, 1, 3, 70]), { text: 'x', limit: 20, offset: 0 });
  const expected = ['@here/p1', '@there/p1', '@there/p2', '@here/p2', '@here/p3', '@there/p3', '@there/p4'];
  assert.deepEqual(namesOf(hits), expected);
  assert.equal(total, 7);
  assert.deepEqual(
    hits.map(({ origin }) => origin !== undefined),
    expected.map((name) => name.startsWith('@there')),
  );
});

test('without upstream hits nothing changes, not even scores', async () => {
  for (const deps of [depsOf(3, []), depsOf(3, [1, 2], false)]) {
    const { hits, total } = await joinSearch(deps, { text: 'x', limit: 2, offset: 1 });
    assert.deepEqual(hits, [
      { ...hit('@here/p2'), score: 0.3 },
      { ...hit('@here/p3'), score: 0.3 },
    ]);
    assert.equal(total, 3);
  }
});

test('corrections of the search here are kept', async () => {
  const corrected = [{ from: 'cachng', to: 'caching' }];
  for (const ranks of [[], [1]]) {
    const { store, mirror } = depsOf(3, ranks);
    const search: typeof store.search = async (query) => ({ ...(await store.search(query)), corrected });
    const found = await joinSearch(
      { store: { ...store, search }, mirror },
      { text: 'cachng', limit: 2, offset: 0 },
    );
    assert.deepEqual(found.corrected, corrected);
  }
});

test('with any hits and any page size, everything comes once, by rank', async () => {
  const ranks = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 150 }),
      ranks,
      fc.integer({ min: 1, max: 30 }),
      async (here, unsorted, limit) => {
        const deps = depsOf(
          here,
          unsorted.toSorted((a, b) => a - b),
        );
        const paged = [];
        for (let offset = 0; offset <= here + unsorted.length; offset += limit) {
          const page = await joinSearch(deps, { text: 'x', limit, offset });
          assert.equal(page.total, here + unsorted.length);
          assert.ok(page.hits.length <= limit);
          assert.equal(page.hits.length, Math.min(limit, Math.max(0, page.total - offset)));
          paged.push(...page.hits);
        }
        assert.equal(new Set(namesOf(paged)).size, here + unsorted.length);
        for (const side of ['@here', '@there']) {
          const own: string[] = namesOf(paged).filter((name) => name.startsWith(side));
          assert.deepEqual(
            own,
            own.map((_, index) => `${side}/p${index + 1}`),
          );
        }
        if (unsorted.length === 0) return;
        for (const [index, { score }] of paged.entries()) {
          assert.ok(score > 0 && score <= (paged[index - 1]?.score ?? 1));
        }
      },
    ),
  );
});
