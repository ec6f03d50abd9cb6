// The vocabulary: indexed words, stored by the keys of their misspellings. Words whose last Prime is gone
// stay until a version is removed for good, see unused-words.ts: they cost a few rows, and the correction counts the
// Primes of a word in the index.

import { beginningOf, type Spelling, spellingsOf } from '@prime-registry/atoms';
import { createPause, sortWithPauses } from '@prime-registry/concurrency';
import { sql } from 'kysely';
import type { Database } from '../../sql/schema.ts';
import type { NewWords } from './new-words.ts';

/** The vocabulary queries of an engine. */
export interface VocabularyQueries {
  /** The words whose spelling is not stored. */
  listUnknown(db: Database, spellings: readonly Spelling[]): Promise<string[]>;
  /** Inserts spellings in the given order; existing ones stay. */
  insertSpellings(db: Database, spellings: readonly Spelling[]): Promise<void>;
}

// Batch size; between batches, other requests get their turn.
const BATCH_WORDS = 500;

/** Stores the words that are not in the vocabulary yet. */
export async function learnWords(queries: VocabularyQueries, db: Database, words: NewWords): Promise<void> {
  // Sorted, because two transactions that learn the same words wait for each other and must not deadlock.
  const pause = createPause();
  const learnt = await sortWithPauses(words, pause);
  for (let at = 0; at < learnt.length; at += BATCH_WORDS) {
    await pause();
    const some = learnt.slice(at, at + BATCH_WORDS).map((word) => ({ spelling: beginningOf(word), word }));
    const unknown = await queries.listUnknown(db, some);
    const spellings = unknown.sort().flatMap(spellingsOf);
    if (spellings.length > 0) await queries.insertSpellings(db, spellings);
  }
}

// A key may have any number of words; only this many are compared with the typed word.
const MAX_WORDS_OF_KEY = 200;

/** Words that share a key with the typed one: all that are one typing error away, and others. */
export async function listAlike(db: Database, typed: string): Promise<string[]> {
  const ofKeys = spellingsOf(typed).map(
    ({ spelling }) => sql`select word from (
      select word from search_spellings where spelling = ${spelling}
      order by word limit ${sql.lit(MAX_WORDS_OF_KEY)}
    ) as alike`,
  );
  const { rows } = await sql<{ word: string }>`${sql.join(ofKeys, sql` union `)}`.execute(db);
  return rows.map(({ word }) => word);
}
