// Overwrites what deleted rows leave in the free space of a database file.
import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RegistryError } from '@prime-registry/protocol';
import { sql } from 'kysely';
import type { Transact } from '../engine.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

/** VACUUM writes a file of this size in some tenths of a second. Writers wait for it. */
const SMALL_BYTES = 32 * 2 ** 20;
/** How long VACUUM waits for other writers. */
const VACUUM_TIMEOUT_MS = 5000;
const MAX_HEAP_MIB = 16;
// A MiB: a transaction takes some milliseconds.
const PAGES_AT_ONCE = 256;
/** At the end of each page of a long value (sqlite.org/fileformat.html, section 1.6). */
const POINTER_BYTES = 4;

/** What is overwritten. */
export interface FreeSpace {
  readonly file: string;
  /** The connection of `transact`. */
  readonly database: DatabaseSync;
  readonly transact: Transact;
  /** For tests: larger files are overwritten page by page. */
  readonly smallBytes?: number;
}

/**
 * Rewrites a small file. In a large one, it overwrites free pages; the free space within pages keeps what moved to
 * other pages, until somebody runs VACUUM.
 */
export async function overwriteFreeSpace(space: FreeSpace, signal: AbortSignal): Promise<void> {
  const { file, database, smallBytes = SMALL_BYTES } = space;
  const bytes = readPragma(database, 'page_count') * readPragma(database, 'page_size');
  if (bytes <= smallBytes) await vacuum(file);
  else await overwriteFreePages(space, signal);
}

async function vacuum(file: string): Promise<void> {
  const thread = new Worker(new URL('./vacuum-thread.ts', import.meta.url), {
    workerData: { file, timeoutMs: VACUUM_TIMEOUT_MS },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  try {
    // Rejects with an error of the thread.
    await once(thread, 'exit');
  } catch (error) {
    throw new RegistryError(
      'storage_unavailable',
      { detail: 'The database of the registry cannot be compacted at the moment.' },
      { cause: error },
    );
  }
}

/** A table takes the free pages, filled with zeros, and gives them back. VACUUM would block writers for too long. */
async function overwriteFreePages(
  { database, transact }: Pick<FreeSpace, 'database' | 'transact'>,
  signal: AbortSignal,
): Promise<void> {
  const pageBytes = readPragma(database, 'page_size') - POINTER_BYTES;
  // Others may free pages all the time.
  for (let left = readPragma(database, 'freelist_count'); left > 0; left -= PAGES_AT_ONCE) {
    signal.throwIfAborted();
    await transact(async (transaction) => {
      const pages = Math.min(PAGES_AT_ONCE, readPragma(database, 'freelist_count'));
      if (pages > 0)
        await sql`insert into free_pages (zeros) values (zeroblob(${pages * pageBytes}))`.execute(
          transaction,
        );
    });
    await setImmediate();
  }
  for (let isMore = true; isMore; await setImmediate()) {
    isMore = await transact(async (transaction) => {
      const { rows } = await sql`
        delete from free_pages where id in (select id from free_pages limit 1) returning id`.execute(
        transaction,
      );
      return rows.length > 0;
    });
  }
}

function readPragma(database: DatabaseSync, pragma: 'freelist_count' | 'page_count' | 'page_size'): number {
  return translateSqliteError(() => Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]));
}
