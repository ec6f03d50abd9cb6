// The list of Primes when so many pass the filters that not all of them are sorted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowsePage } from '@prime-registry/store';
import { browse } from '../../src/search/browse.ts';
import type { SearchQueries } from '../../src/search/search-queries.ts';

const COUNT = 8000;
const NAMES = Array.from({ length: COUNT }, (_, index) => `@acme/prime-${String(index).padStart(5, '0')}`);

/** Queries over as many Primes, of which those pass that a function chooses. @param listed - gets what is read */
function queriesOf(isMatch: (id: number) => boolean, listed: number[]): SearchQueries {
  const ids = NAMES.map((_, id) => id);
  const queries = {
    notation: {
      exact: String,
      beginning: String,
      all: (some: string[]) => some.join(),
      any: (some: string[]) => some.join(),
    },
    findIds: async (_source: unknown, _expression: string, limit: number) => ids.slice(0, limit),
    listIds: async (_order: string, from: string, part: { limit: number; offset: number }) => {
      const found = ids
        .filter((id) => (NAMES[id] ?? '') >= from)
        .slice(part.offset, part.offset + part.limit);
      listed.push(...found);
      return found;
    },
    readNames: async (some: number[]) => new Map(some.map((id) => [id, NAMES[id] ?? ''])),
    readFacts: async (some: number[]) =>
      some.map((id) => ({ id, license: isMatch(id) ? 'MIT' : 'other', namespaces: [], tags: [], kinds: [] })),
    readListed: async (some: number[]) => new Map(some.map((id) => [id, { name: NAMES[id] }])),
  };
  return queries as unknown as SearchQueries;
}

async function list(isMatch: (id: number) => boolean, page: Partial<BrowsePage>) {
  const listed: number[] = [];
  const found = await browse(queriesOf(isMatch, listed), {
    ...{ order: 'name', filters: { license: ['mit'] }, from: '', limit: 50, offset: 0 },
    ...page,
  });
  return { ...found, names: found.primes.map(({ name }) => name), read: listed.length };
}

test('looks through the order, as far as the page needs', async () => {
  const { names, isMore, isCut, total, read } = await list((id) => id % 2 === 0, { offset: 100 });
  assert.deepEqual([names[0], names.at(-1), names.length], [NAMES[200], NAMES[298], 50]);
  assert.deepEqual([isMore, isCut, total], [true, false, undefined]);
  assert.equal(read, 500);
});

test('ends, and says so, if too few pass among the first', async () => {
  const { names, isMore, isCut, read } = await list((id) => id >= 4990, {});
  assert.deepEqual([names, isMore, isCut], [NAMES.slice(4990, 5000), false, true]);
  assert.equal(read, 5000);
  const later = await list((id) => id >= 4990, { from: NAMES[4990] ?? '' });
  assert.deepEqual([later.names[0], later.names.length, later.isCut], [NAMES[4990], 50, false]);
});

test('ends without saying so where there are no more', async () => {
  const { names, isMore, isCut } = await list((id) => id >= 7995, { from: NAMES[7900] ?? '' });
  assert.deepEqual([names, isMore, isCut], [NAMES.slice(7995), false, false]);
});
