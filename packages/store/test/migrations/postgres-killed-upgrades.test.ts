// An upgrade of the oldest PostgreSQL database that is killed at every step.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDatabase, query } from '@prime-registry/testkit/postgres';
import { POSTGRES_MIGRATIONS } from '../../src/migrations/postgres.ts';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { killUpgrades } from './kill-upgrades.ts';
import { readPostgresSchema } from './table-schema.ts';

test('a killed upgrade changes nothing, or continues with the next run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-killed-'));
  t.after(() => rm(folder, { recursive: true }));
  const newDatabase = await createDatabase();
  await (await openPostgresStore(newDatabase, 3)).close();
  const [fixture] = await listFixtures('postgres');
  assert.ok(fixture !== undefined);
  const registry = await restoreFixture(fixture, join(folder, 'data'));
  const url = registry.database ?? '';
  await killUpgrades(
    {
      ...{ registry, fixture, migrations: POSTGRES_MIGRATIONS.length },
      readSchema: () => readPostgresSchema(url),
      async readRebuiltTo() {
        const [row] = await query(url, 'select rebuilt_to::int from index_states');
        return row?.rebuilt_to as number | null;
      },
    },
    await readPostgresSchema(newDatabase),
  );
});
