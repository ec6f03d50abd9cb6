// Removes words from the vocabulary whose last Prime is gone. Only after removals of
// versions: otherwise they do no harm.
import { setImmediate } from 'node:timers/promises';
import { beginningOf, type Spelling, spellingsOf } from '@prime-registry/atoms';
import { sql } from 'kysely';
import type { SqlStoreDeps } from '../../engine.ts';
import type { Database } from '../../sql/schema.ts';

const PAGE = 500;
// Publishes wait for some milliseconds.
const DELETED_AT_ONCE = 50;
const LOOKED_UP_AT_ONCE = 20;

/** Goes through the whole vocabulary, page by page. @throws the reason of the signal */
export async function removeUnusedWords(deps: SqlStoreDeps, signal: AbortSignal): Promise<void> {
  const { reader, transact, locks, erasure } = deps;
  for (let after: Spelling | undefined = { spelling: '', word: '' }; after !== undefined; ) {
    signal.throwIfAborted();
    const page: Spelling[] = await listSpellings(reader, after);
    const words = page.flatMap(({ spelling, word }) => (spelling === beginningOf(word) ? [word] : []));
    const unused = await listUnused(deps, reader, words);
    for (let at = 0; at < unused.length; at += DELETED_AT_ONCE) {
      await transact(async (transaction) => {
        // A publish in flight may have such a word: it stores no word that it finds in the vocabulary.
        await locks.lockPublishes(transaction);
        const still = await listUnused(deps, transaction, unused.slice(at, at + DELETED_AT_ONCE));
        await erasure.overwriting(() => deleteWords(transaction, still));
      });
    }
    after = page.length < PAGE ? undefined : page.at(-1);
  }
}

async function listSpellings(db: Database, { spelling, word }: Spelling): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    select spelling, word from search_spellings where (spelling, word) > (${spelling}, ${word})
    order by spelling, word limit ${PAGE}`.execute(db);
  return rows;
}

async function listUnused(
  { searchIndex }: SqlStoreDeps,
  db: Database,
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

async function deleteWords(db: Database, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const keys = words.flatMap(spellingsOf).map(({ spelling, word }) => sql`(${spelling}, ${word})`);
  await sql`delete from search_spellings where (spelling, word) in (values ${sql.join(keys)})`.execute(db);
}
