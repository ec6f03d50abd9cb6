// A database of any size in seconds: rows written in one transaction, past the store, and yet as the store writes them.
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type Transaction } from 'kysely';
import { fillInside } from '../../packages/store/src/search/fill-inside.ts';
import { learnEntries } from '../../packages/store/src/search/learn-entries.ts';
import type { Schema } from '../../packages/store/src/sql/schema.ts';
import { nodeSqliteDialect } from '../../packages/store/src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { fillIndex } from '../../packages/store/src/sqlite/search-migrations.ts';
import { sqliteInsideWrites } from '../../packages/store/src/sqlite/sqlite-inside.ts';
import { sqliteVocabulary } from '../../packages/store/src/sqlite/sqlite-vocabulary.ts';
import { toVersionRow } from '../../packages/store/src/versions/insert-rows.ts';
import type { SyntheticPrime } from './generate-primes.ts';
import { listNewVersions } from './new-versions.ts';

// The digests come in no order, so the pages of their index have to be at hand.
const CACHE_KIB = 262_144;

/** The database of a registry with this data folder. */
export function databaseIn(dataFolder: string): string {
  return join(dataFolder, 'registry.sqlite');
}

/** Makes a database in a data folder that is there, with the server's own migrations, and puts the Primes into it. */
export async function fillDatabase(dataFolder: string, primes: Iterable<SyntheticPrime>): Promise<void> {
  const file = databaseIn(dataFolder);
  await (await openSqliteStore(file)).close();
  const database = new DatabaseSync(file);
  try {
    // Who loses power in the middle begins anew.
    database.exec(
      `pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}; begin`,
    );
    insertPrimes(database, primes);
    const dialect = nodeSqliteDialect(database);
    await fillIndex(new Kysely({ dialect }));
    const db = new Kysely<Schema>({ dialect });
    await learnEntries(sqliteVocabulary, db);
    await fillInside(sqliteInsideWrites, sqliteVocabulary, db as Transaction<Schema>);
    database.exec('commit; pragma journal_mode = wal');
  } finally {
    database.close();
  }
}

function insertPrimes(database: DatabaseSync, primes: Iterable<SyntheticPrime>): void {
  const insertPrime = inserter(database, 'primes');
  const insertVersion = inserter(database, 'versions');
  for (const prime of primes) {
    let primeId: number | undefined;
    for (const version of listNewVersions(prime)) {
      primeId ??= insertPrime({ name: version.name.full, created_at_ms: version.publishedAtMs });
      insertVersion(toVersionRow(primeId, version) as Record<string, SQLInputValue>);
    }
  }
}

/** Makes a function that inserts rows with equal columns into a table and returns the id of each. */
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
