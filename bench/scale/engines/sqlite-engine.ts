// SQLite for the benchmark of large registries: a folder for each database, which stays if the run is interrupted.
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copySqliteDatabase } from '../../../packages/store/src/sqlite/copy-database.ts';
import { openSqliteStore } from '../../../packages/store/src/sqlite/open-sqlite-store.ts';
import { databaseIn } from '../../corpus/fill-database.ts';
import { createSqliteExplainer } from '../plans/explain-sqlite.ts';
import { recordSqlite } from '../plans/record-sqlite.ts';
import type { Engine, ScaleDatabase } from './engine.ts';
import { openSqliteFill } from './sqlite-fill.ts';

const SIZES = `
  select coalesce(tbl_name, s.name) as "table", sum(pgsize) as bytes
  from dbstat s left join sqlite_schema on sqlite_schema.name = s.name
  where aggregate = true group by 1 order by 2 desc`;

/** Opens the place of the databases. */
export async function openSqliteEngine(): Promise<Engine> {
  const kept = join(tmpdir(), 'prime-scale-sqlite');
  return {
    title: 'SQLite',
    async openDatabase(name) {
      const dataFolder = join(kept, name);
      await mkdir(dataFolder, { recursive: true });
      return createDatabase(dataFolder);
    },
    async close(isDone) {
      if (isDone) await rm(kept, { recursive: true, force: true });
      else
        console.error(`The databases are kept in ${kept}: the next run goes on. Remove it to start again.`);
    },
  };
}

function createDatabase(dataFolder: string): ScaleDatabase {
  const file = databaseIn(dataFolder);
  return {
    dataFolder,
    environment: {},
    openStore: () => openSqliteStore(file),
    openFill: () => openSqliteFill(file),
    async openExplainer() {
      const database = new DatabaseSync(file, { readOnly: true });
      const explain = createSqliteExplainer(database);
      return {
        explain: async ({ text }) => explain(text),
        async [Symbol.asyncDispose]() {
          database.close();
        },
      };
    },
    record: recordSqlite,
    async listSizes() {
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        const rows = database.prepare(SIZES).all();
        return rows.map(({ table, bytes }) => ({ table: String(table), bytes: Number(bytes) }));
      } finally {
        database.close();
      }
    },
    backUp: (target) => copySqliteDatabase(file, target),
  };
}
