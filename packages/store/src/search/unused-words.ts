// Removes words from the vocabulary that no Prime has any more. Only after removals: otherwise they cost a few rows,
// and the correction counts the Primes of a word in the index.
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { SqlStoreDeps } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';
import { beginningOf, type Spelling, spellingsOf } from './spellings.ts';

// A page is read in some milliseconds; what is unused is deleted in one transaction.
const PAGE = 500;
const LOOKED_UP_AT_ONCE = 20;

/** Goes through the whole vocabulary, page by page. @throws the reason of the signal */
export async function removeUnusedWords(deps: SqlStoreDeps, signal: AbortSignal): Promise<void> {
  const { reader, transact, locks, erasure } = deps;
  for (let after: Spelling | undefined = { spelling: '', word: '' }; after !== undefined; ) {
    signal.throwIfAborted();
    const page: Spelling[] = await listSpellings(reader, after);
    const words = page.flatMap(({ spelling, word }) => (spelling === beginningOf(word) ? [word] : []));
    const unused = await listUnused(deps, reader, words);
    if (unused.length > 0) {
      await transact(async (transaction) => {
        // A publish in flight may have such a word: it stores no word that it finds in the vocabulary.
        await locks.lockPublishes(transaction);
        const still = await listUnused(deps, transaction, unused);
        await erasure.overwriting(() => deleteWords(transaction, still));
      });
    }
    after = page.length < PAGE ? undefined : page.at(-1);
  }
}

async function listSpellings(db: Kysely<Schema>, { spelling, word }: Spelling): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    select spelling, word from search_spellings where (spelling, word) > (${spelling}, ${word})
    order by spelling, word limit ${PAGE}`.execute(db);
  return rows;
}

async function listUnused(
  { searchIndex }: Pick<SqlStoreDeps, 'searchIndex'>,
  db: Kysely<Schema>,
  words: readonly string[],
): Promise<string[]> {
  const unused: string[] = [];
  for (const [index, word] of words.entries()) {
    if (!(await searchIndex.hasWord(db, word))) unused.push(word);
    // Yields to other requests.
    if (index % LOOKED_UP_AT_ONCE === 0) await setImmediate();
  }
  return unused;
}

async function deleteWords(db: Kysely<Schema>, words: readonly string[]): Promise<void> {
  for (const { spelling, word } of words.flatMap(spellingsOf))
    await sql`delete from search_spellings where spelling = ${spelling} and word = ${word}`.execute(db);
}
