// An upgrade of the oldest SQLite database that is killed at every step.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SQLITE_MIGRATIONS } from '../../src/migrations/sqlite.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { killUpgrades } from './kill-upgrades.ts';
import { readSqliteSchema } from './table-schema.ts';

test('a killed upgrade changes nothing, or continues with the next run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-killed-'));
  t.after(() => rm(folder, { recursive: true }));
  const newFile = join(folder, 'new.sqlite');
  await (await openSqliteStore(newFile)).close();
  const [fixture] = await listFixtures('sqlite');
  assert.ok(fixture !== undefined);
  const registry = await restoreFixture(fixture, join(folder, 'data'));
  const file = join(registry.dataFolder, 'registry.sqlite');
  await killUpgrades(
    {
      ...{ registry, fixture, migrations: SQLITE_MIGRATIONS.length },
      readSchema: async () => readSqliteSchema(file),
      async readRebuiltTo() {
        const database = new DatabaseSync(file, { readOnly: true });
        const row = database.prepare('select rebuilt_to from index_states').get();
        database.close();
        return row?.rebuilt_to as number | null;
      },
    },
    readSqliteSchema(newFile),
  );
});
