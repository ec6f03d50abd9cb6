// Lists and counts in stages are those of a search of all Primes, also where the first Primes are not like the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { Kysely } from 'kysely';
import { postgresDialect } from '../../src/postgres/postgres-dialect.ts';
import { createPool } from '../../src/postgres/postgres-pool.ts';
import { postgresInsideReads } from '../../src/postgres/search/postgres-inside-reads.ts';
import { listStageMarks } from '../../src/postgres/search/search-stages.ts';
import {
  countEach,
  findFirstIds,
  findIds,
  findMatches,
  findOtherIds,
  sampleEach,
} from '../../src/postgres/search/staged-queries.ts';
import type { Schema } from '../../src/sql/schema.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

const PRIMES = 3000;
/** Words, and the Primes that have them: of all parts of the ids, so that estimates are right, too high and too low. */
const WORDS: Readonly<Record<string, (id: number) => boolean>> = {
  all: () => true,
  third: (id) => id % 3 === 0,
  early: (id) => id <= 100,
  late: (id) => id > 2500 || id === 7 || id === 9,
  rare: (id) => id === 2999,
  none: () => false,
};

const has = (id: number): string[] => Object.keys(WORDS).filter((word) => WORDS[word]?.(id));
const idsOf = (word: string): number[] =>
  Array.from({ length: PRIMES }, (_, index) => index + 1).filter((id) => WORDS[word]?.(id));

async function openFilled() {
  const url = await createMigratedDatabase();
  const rows = Array.from({ length: PRIMES }, (_, index) => {
    const terms = [...has(index + 1), ...listStageMarks(index + 1)].map((term) => `'${term}'`).join(' ');
    return `(${index + 1}, $t$${terms}$t$::tsvector)`;
  });
  await query(
    url,
    `create temporary table filled (id bigint, terms tsvector);
    insert into filled values ${rows.join(', ')};
    insert into primes (id, name, created_at_ms) overriding system value select id, '@acme/p' || id, 1 from filled;
    insert into search_entries (prime_id, name, version, description, label_terms, description_terms, terms)
      select id, '', '', '', '', '', terms from filled;
    insert into search_contents (prime_id, basis, license, namespaces, kinds, terms)
      select id, '', '', '[]', '[]', terms from filled;
    insert into search_passages (prime_id, content_id, words, terms)
      select id, content, '', terms from filled, unnest(array[0, 2 * id, 2 * id + 1]) as content;`,
  );
  const pool = createPool(url, 1);
  return { db: new Kysely<Schema>({ dialect: postgresDialect(pool) }), pool };
}

test('lists and counts in stages are those of all Primes', async (t) => {
  const { db, pool } = await openFilled();
  t.after(() => pool.end());
  for (const word of Object.keys(WORDS)) {
    const [expected, expression] = [idsOf(word), `'${word}'`];
    for (const limit of [1, 5, 400, 1200, 2 * PRIMES]) {
      const about = `${word}, at most ${limit}`;
      const wanted = Math.min(limit, expected.length);
      for (const source of ['own', 'all'] as const) {
        const ids = await findIds(db, source, expression, limit);
        assert.equal(new Set(ids).size, wanted, about);
        assert.ok(new Set(ids).isSubsetOf(new Set(expected)), about);
      }
      assert.deepEqual(await countEach(db, [`'none'`, expression], limit), [0, wanted], about);
      // With the beginning of a word, and with the word as it is typed.
      for (const typed of ['', word.slice(0, -1), word]) {
        const asked = typed === '' ? expression : `(${expression} & '${typed}':*)`;
        const { total, ids } = await findMatches(db, asked, 501, limit);
        assert.equal(total, wanted, about);
        if (expected.length < 501 && limit > 501) assert.deepEqual(ids, expected, about);
      }
      const without = expected.slice(0, 3);
      const others = await findOtherIds(db, expression, without, { limit: 10, offset: limit });
      assert.deepEqual(others, expected.slice(3 + limit, 13 + limit), about);

      // Each Prime has three passages, of which one is its README.
      const [primes = []] = await postgresInsideReads.findPrimes(db, [expression], limit);
      assert.ok(primes.length >= Math.min(expected.length, Math.ceil(limit / 3)), about);
      assert.ok(new Set(primes).isSubsetOf(new Set(expected)), about);
      const atoms = await postgresInsideReads.findAtoms(db, [expression], limit);
      assert.equal(atoms.length, Math.min(2 * expected.length, limit), about);
      assert.ok(
        atoms.every(({ primeId, contentId }) => WORDS[word]?.(primeId) && contentId >> 1 === primeId),
        about,
      );
    }
  }
});

test('the first matches of several expressions are in their order, each once', async (t) => {
  const { db, pool } = await openFilled();
  t.after(() => pool.end());
  const expressions = ["'none'", "'rare'", "'early' & 'third'", "'late'", "'all'"];
  const known = new Set([2999, 6]);
  const ids = await findFirstIds(db, 'own', expressions, 700, known);
  const named = idsOf('early').filter((id) => id % 3 === 0 && id !== 6);
  assert.deepEqual(ids.slice(0, named.length), named);
  assert.equal(new Set(ids).size, 698);
  const late = new Set(ids.slice(named.length, named.length + idsOf('late').length - 2));
  assert.ok(late.isSubsetOf(new Set(idsOf('late'))));
});

test('the Primes of worse places are left out if a better one has enough passages', async (t) => {
  const { db, pool } = await openFilled();
  t.after(() => pool.end());
  const findPrimes = (limit: number) =>
    postgresInsideReads.findPrimes(db, ["'rare'", "'early'", "'all'"], limit);
  assert.deepEqual(await findPrimes(300), [idsOf('rare'), idsOf('early')]);
  assert.equal((await findPrimes(301)).length, 3);
});

test('the rarity of a word is estimated from the first Primes, or counted', async (t) => {
  const { db, pool } = await openFilled();
  t.after(() => pool.end());
  assert.deepEqual(await sampleEach(db, ["'all'", "'third'", "'late'", "'none'"], 300), [
    { count: 2048, among: 2048 },
    { count: 682, among: 2048 },
    { count: 300, among: PRIMES },
    { count: 0, among: PRIMES },
  ]);
});
