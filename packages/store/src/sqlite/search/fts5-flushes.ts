// Writes the pending terms of a full-text index in small segments. FTS5 collects them in memory and writes
// them all at once when they reach a MiB, and it merges sixteen segments at once: each holds the thread for
// tens of milliseconds (sqlite.org/fts5.html, sections 6.1 and 6.4).
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../sql/schema.ts';
import { type MergedTable, mergeSome } from './fts5-merges.ts';

/** What FTS5 writes in some milliseconds. */
const MAX_PENDING_CHARACTERS = 128 * 1024;
/** Allows enough steps to merge as fast as segments are written. */
const ROWS_OF_SEGMENT = 200;

/** The length of the terms that a transaction has added since the last flush. */
const pending = new WeakMap<Database, number>();

/**
 * Flushes, if much is pending, and merges. Call it after each addition to an index.
 * @param db - the transaction
 * @param characters - the length of the added terms
 */
export async function flushSome(db: Database, table: MergedTable, characters: number): Promise<void> {
  const sum = (pending.get(db) ?? 0) + characters;
  pending.set(db, sum < MAX_PENDING_CHARACTERS ? sum : 0);
  if (sum < MAX_PENDING_CHARACTERS) return;
  await setImmediate();
  // FTS5 flushes at every savepoint.
  await sql`savepoint flush_terms`.execute(db);
  await sql`release flush_terms`.execute(db);
  await setImmediate();
  await mergeSome(db, table, ROWS_OF_SEGMENT);
}
