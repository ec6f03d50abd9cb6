// Fills a SQLite database of any size in seconds: writes the rows of the store directly, in one transaction.
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type Transaction } from 'kysely';
import { fillSearch } from '../../packages/store/src/search/fill-search.ts';
import type { Schema } from '../../packages/store/src/sql/schema.ts';
import { nodeSqliteDialect } from '../../packages/store/src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { fts5SearchIndex } from '../../packages/store/src/sqlite/search/fts5-search-index.ts';
import { toVersionColumns } from '../../packages/store/src/versions/insert/version-columns.ts';
import type { SyntheticPrime } from './generate-primes.ts';
import { listNewVersions } from './new-versions.ts';

// Digests are in random order, so the pages of their index must fit into the cache.
const CACHE_KIB = 262_144;
const PRIMES_AT_ONCE = 200;
const LOGGED_AT_ONCE = 5000;

/** The database of a registry with this data folder. */
export function databaseIn(dataFolder: string): string {
  return join(dataFolder, 'registry.sqlite');
}

/**
 * Creates a database in an existing data folder with the server's migrations, and inserts the Primes. All versions are in
 * the log: a server that must bring them in would do so while it is measured.
 * @returns the number of versions
 */
export async function fillDatabase(dataFolder: string, primes: Iterable<SyntheticPrime>): Promise<number> {
  const file = databaseIn(dataFolder);
  await (await openSqliteStore(file)).close();
  const database = new DatabaseSync(file);
  try {
    // Not durable: after a power failure the database is filled again.
    database.exec(
      `pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}; begin`,
    );
    const ids = insertPrimes(database, primes);
    const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
    for (let at = 0; at < ids.length; at += PRIMES_AT_ONCE)
      await fillSearch(fts5SearchIndex, db as Transaction<Schema>, ids.slice(at, at + PRIMES_AT_ONCE));
    database.exec('update log_state set backfill_end = (select coalesce(max(id), 0) from versions)');
    database.exec('commit; pragma journal_mode = wal');
  } finally {
    database.close();
  }
  return fillLog(file);
}

/** Brings all versions into the log. @returns their number */
async function fillLog(file: string): Promise<number> {
  const store = await openSqliteStore(file);
  try {
    for (;;) {
      const { done, of } = await store.backfillLog(LOGGED_AT_ONCE, Date.now());
      if (done >= of) return of;
    }
  } finally {
    await store.close();
  }
}

/** Inserts Primes and versions. @returns the ids of the Primes */
function insertPrimes(database: DatabaseSync, primes: Iterable<SyntheticPrime>): number[] {
  const ids: number[] = [];
  const insertPrime = inserter(database, 'primes');
  const insertVersion = inserter(database, 'versions');
  for (const prime of primes) {
    let primeId: number | undefined;
    for (const version of listNewVersions(prime)) {
      primeId ??= insertPrime({ name: version.name.full, created_at_ms: version.publishedAtMs });
      insertVersion({ prime_id: primeId, ...toVersionColumns(version) } as Record<string, SQLInputValue>);
    }
    if (primeId !== undefined) ids.push(primeId);
  }
  return ids;
}

/** Returns a function that inserts rows with equal columns into a table and returns their ids. */
function inserter(database: DatabaseSync, table: string): (row: Record<string, SQLInputValue>) => number {
  let insert: ReturnType<DatabaseSync['prepare']> | undefined;
  return (row) => {
    const columns = Object.keys(row);
    insert ??= database.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    return Number(insert.run(...Object.values(row)).lastInsertRowid);
  };
}
