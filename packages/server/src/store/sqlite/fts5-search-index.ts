// Full-text search with SQLite's FTS5. One row a Prime: its latest version.
import { type Migration, type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '../registry-store.ts';
import type { SearchIndex } from '../search-index.ts';
import { matchExpression, TOKENIZER } from './search-words.ts';

/** Makes the index; `words` holds namespaces and tags. */
export const fts5Migration: Migration = {
  async up(db) {
    await sql`
      create virtual table prime_search using fts5(
        name, words, description, version unindexed, tokenize = ${sql.lit(TOKENIZER)}
      )`.execute(db);
  },
};

// What a match in name, words and description counts for. BM25 saturates: with weights this far apart, neither a word
// repeated in a description nor a short description outranks a match in the name or the words.
const RELEVANCE = sql<number>`-bm25(prime_search, 1000000.0, 1000.0, 1.0)`;

export const fts5SearchIndex: SearchIndex = {
  async replaceEntry(transaction, { primeId, name, version, words, description }) {
    await sql`delete from prime_search where rowid = ${primeId}`.execute(transaction);
    await sql`
      insert into prime_search (rowid, name, words, description, version)
      values (${primeId}, ${name}, ${words.join(' ')}, ${description}, ${version})`.execute(transaction);
  },

  async removeEntry(transaction, primeId) {
    await sql`delete from prime_search where rowid = ${primeId}`.execute(transaction);
  },

  async search(db, { text, limit, offset }) {
    const match = matchExpression(text);
    if (match === undefined) return { hits: [], total: 0 };
    const { rows } = await sql<SearchRow>`
      select name, version, description, ${isNamed(text)} as is_named, ${RELEVANCE} as relevance
      from prime_search where prime_search match ${match}
      order by is_named desc, relevance desc, name limit ${limit} offset ${offset}`.execute(db);
    const counted = await sql<{ total: number }>`
      select count(*) as total from prime_search where prime_search match ${match}`.execute(db);
    return { hits: rows.map(toHit), total: counted.rows[0]?.total ?? 0 };
  },
};

interface SearchRow {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly is_named: number;
  readonly relevance: number;
}

// Whoever types a whole name, or its part behind the slash, wants that Prime first.
function isNamed(text: string): RawBuilder<number> {
  const wanted = text.toLowerCase();
  return sql<number>`(name = ${wanted} or substr(name, instr(name, '/') + 1) = ${wanted})`;
}

// BM25 has no upper bound, and FTS5 gives a word that most Primes have a weight of 1e-6: the logarithm brings both within
// sight of each other. The lower half of (0, 1) is for what matches, the upper half for what is called so.
function toHit({ name, version, description, is_named, relevance }: SearchRow): SearchHit {
  const strength = Math.log1p(relevance * 1e6);
  return { name, version, description, score: (is_named + strength / (1 + strength)) / 2 };
}
