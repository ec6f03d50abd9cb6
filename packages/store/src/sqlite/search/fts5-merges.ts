// Merges the segments of full-text indexes in steps of milliseconds. The automatic merge of FTS5 does all
// pending work at a write: an edit of all 900 atoms of a Prime blocked the process for a third of a second.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { prepareQuery } from '../../sql/prepared-query.ts';
import type { Database } from '../../sql/schema.ts';

/** An index that is only merged here. */
export type MergedTable = 'passage_search' | 'content_search';

// Pages of 4 KiB; each takes some tenths of a millisecond.
const PAGES_OF_STEP = 8;
// A row takes about a page, and is merged a few times before it is removed.
const STEPS_OF_ROW = 0.5;
const FEWEST_STEPS = 4;

/**
 * FTS5 skips removed terms without a limit: a step reads all of them that follow each other. Some 700,000 took
 * 60 ms. So terms of this length are merged away before more are removed.
 */
const MAX_REMOVED_CHARACTERS = 2 ** 20;
/** Enough for all segments of which a tenth was removed, at which FTS5 merges them (section 6.9). */
const STEPS_OF_REMOVAL = 2000;

/** The length of the terms that a transaction has removed since its last merge. */
const removed = new WeakMap<Database, number>();

const MERGES = {
  passage_search: prepareMerge('passage_search'),
  content_search: prepareMerge('content_search'),
};
const countChanges = prepareQuery(() => sql<{ count: number }>`select total_changes() as count`);

function prepareMerge(table: MergedTable) {
  return prepareQuery(
    () => sql`
      insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${sql.lit(PAGES_OF_STEP)})`,
  );
}

/**
 * Merges segments of an index while there is enough to merge, and yields to other requests between steps.
 * @param changed - number of added and removed rows, which limits the steps; later changes do the rest
 */
export async function mergeSome(db: Database, table: MergedTable, changed: number): Promise<void> {
  const most = FEWEST_STEPS + changed * STEPS_OF_ROW;
  for (let step = 0; step < most; step += 1) {
    if (!(await hasMerged(db, () => MERGES[table](db, {})))) return;
    await setImmediate();
  }
}

/** Runs a step. @returns whether there was something to merge */
export async function hasMerged(db: Database, merge: () => Promise<unknown>): Promise<boolean> {
  const [before] = await countChanges(db, {});
  await merge();
  const [after] = await countChanges(db, {});
  // The statement itself is a change: fewer than 2 means no merge (sqlite.org/fts5.html, section 6.7).
  return (after?.count ?? 0) - (before?.count ?? 0) >= 2;
}

/**
 * Merges, if much was removed. Call it after each removal from an index.
 * @param db - the transaction
 * @param characters - the length of the removed terms
 */
export async function mergeRemoved(db: Database, table: MergedTable, characters: number): Promise<void> {
  const sum = (removed.get(db) ?? 0) + characters;
  removed.set(db, sum < MAX_REMOVED_CHARACTERS ? sum : 0);
  if (sum >= MAX_REMOVED_CHARACTERS) await mergeSome(db, table, STEPS_OF_REMOVAL / STEPS_OF_ROW);
}
