// Fills a SQLite database: large transactions that are not synced.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Schema } from '../../../packages/store/src/sql/schema.ts';
import { nodeSqliteDialect } from '../../../packages/store/src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../../packages/store/src/sqlite/open-sqlite-store.ts';
import { fts5SearchIndex } from '../../../packages/store/src/sqlite/search/fts5-search-index.ts';
import type { FillConnection, InsertRows } from './engine.ts';

// Digests are in random order: most pages of their index should fit into the cache.
const CACHE_KIB = 1_048_576;

/** Opens the connection, and creates the tables with the migrations of the server. */
export async function openSqliteFill(file: string): Promise<FillConnection> {
  await (await openSqliteStore(file)).close();
  const database = new DatabaseSync(file);
  // The write-ahead log: an interrupted run leaves a sound database.
  database.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`);
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
  const insert = createInserter(database);
  const inTransaction = async (work: () => Promise<void>): Promise<void> => {
    database.exec('begin');
    try {
      await work();
      database.exec('commit');
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  };
  return {
    parallel: 1,
    db,
    searchIndex: fts5SearchIndex,
    insert,
    query: async (sql) => database.prepare(sql).all(),
    transact: (work) => inTransaction(() => work(insert)),
    indexing: (work) => inTransaction(() => work(db)),
    dropIndexes: async () => undefined,
    restoreIndexes: async () => undefined,
    settle: async () => database.exec('pragma wal_checkpoint(truncate)'),
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}

function createInserter(database: DatabaseSync): InsertRows {
  const statements = new Map<string, StatementSync>();
  return async (table, rows) => {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const statement =
      statements.get(table) ??
      database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
    statements.set(table, statement);
    for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]));
  };
}
