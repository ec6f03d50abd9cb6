// SQLite databases of every earlier program, upgraded to the current one.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { assertLogged } from './assert-logged.ts';
import { assertTold } from './assert-told.ts';
import { assertNothingMirrored, assertUsage } from './assert-usage.ts';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { readUpgraded } from './read-upgraded.ts';
import { readSqliteSchema } from './table-schema.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-upgrades-'));
after(() => rm(folder, { recursive: true }));

const newFile = join(folder, 'registry.sqlite');
await (await openSqliteStore(newFile)).close();
const newSchema = readSqliteSchema(newFile);
const fixtures = await listFixtures('sqlite');

for (const [index, fixture] of fixtures.entries()) {
  // The oldest and the newest one, and some between.
  const hasPages = index % 3 === 0 || index === fixtures.length - 1;
  test(`a database with ${fixture.name} gets the tables of a new one, and keeps all data and the usage of its versions`, async () => {
    const registry = await restoreFixture(fixture, join(folder, fixture.name));
    const file = join(registry.dataFolder, 'registry.sqlite');
    const upgraded = await openSqliteStore(file);
    await assertUsage(upgraded, fixture.recording);
    await assertTold(upgraded, fixture.recording);
    await upgraded.close();
    await readUpgraded(registry, fixture.recording, { hasPages });
    const read = await openSqliteStore(file);
    await assertLogged(read, fixture.recording);
    assert.deepEqual(readSqliteSchema(file), newSchema);
    await assertNothingMirrored(read);
    await read.close();
  });
}
