// Rebuilds of the search index in SQLite.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { testRebuild } from './rebuild-suite.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-rebuild-'));
after(() => rm(folder, { recursive: true }));
let made = 0;

testRebuild(async (copied) => {
  const file = join(folder, `${++made}.sqlite`);
  if (copied !== undefined) await copyFile(copied, file);
  return {
    address: file,
    open: () => openSqliteStore(file),
    async run(statement) {
      const database = new DatabaseSync(file);
      database.exec(statement);
      database.close();
    },
  };
});
