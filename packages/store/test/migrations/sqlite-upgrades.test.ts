// SQLite databases of every earlier program, upgraded to the current one.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { assertUsage } from './assert-usage.ts';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { readUpgraded } from './read-upgraded.ts';
import { readSqliteSchema } from './table-schema.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-upgrades-'));
after(() => rm(folder, { recursive: true }));

const newFile = join(folder, 'registry.sqlite');
await (await openSqliteStore(newFile)).close();
const newSchema = readSqliteSchema(newFile);
const fixtures = await listFixtures('sqlite');

for (const fixture of fixtures) {
  describe(`a database with ${fixture.name}`, () => {
    test('gets the tables of a new one, and keeps all data', async () => {
      const registry = await restoreFixture(fixture, join(folder, fixture.name));
      await readUpgraded(registry, fixture.recording);
      assert.deepEqual(readSqliteSchema(join(registry.dataFolder, 'registry.sqlite')), newSchema);
    });

    test('has the usage of its versions', async () => {
      const registry = await restoreFixture(fixture, join(folder, `${fixture.name}-usage`));
      await assertUsage(
        await openSqliteStore(join(registry.dataFolder, 'registry.sqlite')),
        fixture.recording,
      );
    });
  });
}
