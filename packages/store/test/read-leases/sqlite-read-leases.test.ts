// Read leases on SQLite.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { testReadLeases } from './read-leases-suite.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-read-leases-'));
after(() => rm(folder, { recursive: true }));
let made = 0;

testReadLeases(async () => {
  const file = join(folder, `${++made}.sqlite`);
  const using = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    open: () => openSqliteStore(file),
    listLeases: async () =>
      using((database) => database.prepare('select name from leases').all()) as { name: string }[],
    run: async (statement) => using((database) => database.exec(statement)),
  };
});
