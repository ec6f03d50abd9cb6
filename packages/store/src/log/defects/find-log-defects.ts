// Verifies the log against itself and against the versions. Entries are read page by page, so that memory does not grow
// with the log. Servers may be running: what they append after the beginning is not looked at.
import { setImmediate } from 'node:timers/promises';
import type { LogEntry } from '@prime-registry/protocol';
import type { Database } from '../../sql/schema.ts';
import type { LogEngine } from '../log-engine.ts';
import { createStateReader } from '../log-state.ts';
import { createEntryCheck, findKnownEntry, type StoredEntry } from './check-entries.ts';
import { createTreeCheck } from './check-tree.ts';
import { checkLoggedVersions } from './check-versions.ts';
import { createYankCheck } from './check-yanks.ts';
import { createEntrySet } from './entry-set.ts';
import { findStrayRows } from './stray-rows.ts';

const ENTRIES_AT_A_TIME = 256;
const MOST_DEFECTS = 1000;

/**
 * Recomputes the tree from the entries, and compares it with the stored nodes and state; and the entries with the
 * versions.
 * @returns one line for each defect, at most about a thousand
 */
export async function findLogDefects(db: Database, engine: LogEngine): Promise<string[]> {
  const defects: string[] = [];
  const report = (defect: string): void => {
    if (defects.length < MOST_DEFECTS) defects.push(defect);
    else if (defects.length === MOST_DEFECTS) defects.push('the log has more defects than these');
  };
  const { edge } = await createStateReader(engine).read(db);
  const tree = createTreeCheck(db, report);
  const yanks = createYankCheck(db, report);
  const current = createEntrySet(edge.size);
  await checkLoggedVersions(db, report, current);
  const meaning = createEntryCheck(db, current, report, yanks.add);
  for (let from = 0; from < edge.size; from += ENTRIES_AT_A_TIME) {
    const to = Math.min(edge.size, from + ENTRIES_AT_A_TIME);
    const entries = await listEntries(db, from, to);
    if (entries.length < to - from) {
      report(`the log has ${entries.length} of the ${to - from} entries from #${from} on`);
      return defects;
    }
    await tree.add(entries.map(({ entry }) => entry));
    await meaning.add(entries);
    // On SQLite, all of this happens on this thread.
    await setImmediate();
  }
  tree.finish(edge);
  meaning.finish();
  const reportYanks = await yanks.compare();
  for (const entry of await listLater(db, edge.size)) yanks.ignore(entry);
  reportYanks();
  for (const defect of await findStrayRows(db)) report(defect);
  return defects;
}

async function listEntries(db: Database, from: number, to: number): Promise<StoredEntry[]> {
  return db
    .selectFrom('log_entries')
    .where('entry_index', '>=', from)
    .where('entry_index', '<', to)
    .orderBy('entry_index')
    .select(['entry_index as index', 'entry'])
    .execute();
}

/** The entries that were appended since, as far as they can be read. */
async function listLater(db: Database, from: number): Promise<LogEntry[]> {
  const entries = await listEntries(db, from, Number.MAX_SAFE_INTEGER);
  return entries.flatMap(({ entry }) => findKnownEntry(entry) ?? []);
}
