// Full-text indexes are merged here, in steps of milliseconds. Left to itself, FTS5 merges whenever it writes, as much as is to be
// merged then: a Prime of 900 atoms that were all edited held the process for a third of a second.
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';

/** An index that is merged here alone. */
export type MergedTable = 'passage_search' | 'content_search';

// Pages of 4 KiB, each some tenths of a millisecond.
const PAGES_OF_STEP = 8;
// A row takes about a page, and is merged a few times in its life.
const STEPS_OF_ROW = 0.5;
const FEWEST_STEPS = 4;

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
 * Merges segments of an index while there are as many as are worth it, and others have their turn in between.
 * @param changed - how many rows have come and gone, by which it is bounded; the rest is for later changes
 */
export async function mergeSome(db: Kysely<Schema>, table: MergedTable, changed: number): Promise<void> {
  const most = FEWEST_STEPS + changed * STEPS_OF_ROW;
  for (let step = 0; step < most; step += 1) {
    const [before] = await countChanges(db, {});
    await MERGES[table](db, {});
    const [after] = await countChanges(db, {});
    // What the statement itself writes is no merge (sqlite.org/fts5.html, section 6.7).
    if ((after?.count ?? 0) - (before?.count ?? 0) < 2) return;
    await setImmediate();
  }
}
