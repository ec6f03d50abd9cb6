// Removes what deleted rows leave in the file and its log: SQLite marks terms as deleted until segments of an index
// are merged, and free pages keep their bytes until they are used again.
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import { sql } from 'kysely';
import type { Erasure } from '../engine.ts';
import type { Database } from '../sql/schema.ts';
import { type FreeSpace, overwriteFreeSpace } from './overwrite-free-space.ts';
import { hasMerged } from './search/fts5-merges.ts';
import { translateSqliteError } from './translate-sqlite-error.ts';

const INDEXES = ['prime_search', 'content_search', 'passage_search'] as const;
// Pages of 4 KiB. A transaction takes some milliseconds.
const PAGES_OF_STEP = 8;
const STEPS_AT_ONCE = 4;
// A reader prevents a checkpoint for moments.
const CHECKPOINT_ATTEMPTS = 100;
const CHECKPOINT_PAUSE_MS = 50;

export function createErasure(space: FreeSpace): Erasure {
  const { database, transact } = space;
  // Not as a statement of the transaction: it takes effect when it is prepared, and statements are kept.
  const setSecureDelete = (value: 'on' | 'fast'): void =>
    translateSqliteError(() => database.exec(`pragma secure_delete = ${value}`));

  async function overwriting<T>(work: () => Promise<T>): Promise<T> {
    setSecureDelete('on');
    try {
      return await work();
    } finally {
      setSecureDelete('fast');
    }
  }

  /** Merges all segments of an index into one (sqlite.org/fts5.html, section 6.8), without deleted terms. */
  async function mergeAll(index: (typeof INDEXES)[number], signal: AbortSignal): Promise<void> {
    for (let isFirst = true, isMore = true; isMore; ) {
      signal.throwIfAborted();
      isMore = await transact((transaction) =>
        overwriting(async () => {
          for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
            // A negative number begins the merge of all segments, a positive one continues it.
            const pages = isFirst ? -PAGES_OF_STEP : PAGES_OF_STEP;
            isFirst = false;
            if (!(await hasMerged(transaction, () => merge(transaction, index, pages)))) return false;
          }
          return true;
        }),
      );
      await setImmediate();
    }
  }

  return {
    overwriting,

    async eraseDeleted(signal) {
      for (const index of INDEXES) await mergeAll(index, signal);
      await overwriteFreeSpace(space, signal);
      await truncateLog(database, signal);
    },
  };
}

function merge(db: Database, index: string, pages: number): Promise<unknown> {
  return sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
    db,
  );
}

/** Copies the log into the file, and empties it. */
async function truncateLog(database: DatabaseSync, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const { busy } = translateSqliteError(() => readCheckpoint(database));
    if (busy === 0) return;
    if (attempt === CHECKPOINT_ATTEMPTS)
      throw new RegistryError('storage_unavailable', {
        detail: 'The log of the database cannot be emptied: others read it all the time.',
      });
    await delay(CHECKPOINT_PAUSE_MS);
  }
}

function readCheckpoint(database: DatabaseSync): { readonly busy?: unknown } {
  if (database.isTransaction) return { busy: 1 };
  return database.prepare('pragma wal_checkpoint(truncate)').get() ?? {};
}
