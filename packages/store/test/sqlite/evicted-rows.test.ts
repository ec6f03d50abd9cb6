// Evictions from the tables of SQLite.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { testEvictedRows } from '../mirrored/evicted-rows.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-evicted-'));
after(() => rm(folder, { recursive: true }));
let opened = 0;

testEvictedRows(async () => {
  const file = join(folder, `${++opened}.sqlite`);
  const store = await openSqliteStore(file);
  const withDatabase = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    store,
    count: async (sql) =>
      Number(Object.values(withDatabase((database) => database.prepare(sql).get()) ?? {})[0]),
    run: async (sql) => withDatabase((database) => database.exec(sql)),
  };
});
