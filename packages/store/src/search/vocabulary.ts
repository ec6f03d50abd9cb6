// The words that are searched, stored by how they may be misspelt. A word that no Prime has any more stays: it costs a few
// rows, and whoever looks a word up asks the index how many Primes have it.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { beginningOf, isLearnt, type Spelling, spellingsOf } from './spellings.ts';

/** What an engine is asked to store. */
export interface VocabularyQueries {
  /** The words of those that are not stored. */
  listUnknown(db: Kysely<Schema>, spellings: readonly Spelling[]): Promise<string[]>;
  /** Stores them in the order in which they come; those that are there already stay. */
  insertSpellings(db: Kysely<Schema>, spellings: readonly Spelling[]): Promise<void>;
}

// So much is asked and stored at a time, so that others get their turn.
const BATCH_WORDS = 500;

/** Stores the words that are not there yet. */
export async function learnWords(
  queries: VocabularyQueries,
  db: Kysely<Schema>,
  words: Iterable<string>,
  betweenBatches: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  // In one order, as two transactions that learn the same words wait for each other.
  const learnt = [...new Set(words)].filter(isLearnt).sort();
  for (let at = 0; at < learnt.length; at += BATCH_WORDS) {
    if (at > 0) await betweenBatches();
    const some = learnt.slice(at, at + BATCH_WORDS).map((word) => ({ spelling: beginningOf(word), word }));
    const unknown = await queries.listUnknown(db, some);
    const spellings = unknown.sort().flatMap(spellingsOf);
    if (spellings.length > 0) await queries.insertSpellings(db, spellings);
  }
}

// Of words that begin alike there may be any number; of each key so many are compared with what was typed.
const MAX_WORDS_OF_KEY = 200;

/** Words that share a spelling with what was typed: all that are one typing error away, and others. */
export async function listAlike(db: Kysely<Schema>, typed: string): Promise<string[]> {
  const ofKeys = spellingsOf(typed).map(
    ({ spelling }) => sql`select word from (
      select word from search_spellings where spelling = ${spelling}
      order by word limit ${sql.lit(MAX_WORDS_OF_KEY)}
    ) as alike`,
  );
  const { rows } = await sql<{ word: string }>`${sql.join(ofKeys, sql` union `)}`.execute(db);
  return rows.map(({ word }) => word);
}
