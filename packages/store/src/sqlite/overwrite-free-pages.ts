// Overwrites the free pages of a database file: a table takes them, filled with zeros, and gives them back. VACUUM would
// block all writers until the whole file is written.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transact } from '../engine.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

// A MiB: a transaction takes some milliseconds.
const PAGES_AT_ONCE = 256;
/** At the end of each page of a long value (sqlite.org/fileformat.html, section 1.6). */
const POINTER_BYTES = 4;

/** @param database - the connection of `transact` */
export async function overwriteFreePages(
  database: DatabaseSync,
  transact: Transact,
  signal: AbortSignal,
): Promise<void> {
  const read = (pragma: 'freelist_count' | 'page_size'): number =>
    translateSqliteError(() => Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]));
  const pageBytes = read('page_size') - POINTER_BYTES;
  // Others may free pages all the time.
  for (let left = read('freelist_count'); left > 0; left -= PAGES_AT_ONCE) {
    signal.throwIfAborted();
    await transact(async (transaction) => {
      const pages = Math.min(PAGES_AT_ONCE, read('freelist_count'));
      if (pages > 0)
        await sql`insert into free_pages (zeros) values (zeroblob(${pages * pageBytes}))`.execute(
          transaction,
        );
    });
    await setImmediate();
  }
  for (let isMore = true; isMore; ) {
    isMore = await transact(async (transaction) => {
      const { rows } = await sql`
        delete from free_pages where id in (select id from free_pages limit 1) returning id`.execute(
        transaction,
      );
      return rows.length > 0;
    });
    await setImmediate();
  }
}
