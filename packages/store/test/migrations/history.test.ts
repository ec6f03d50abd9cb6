// Rules for the lists of migrations as a whole. `npm run release` checks them in the version that it makes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compareVersions, parseVersion, type Version } from '@prime-registry/protocol';
import type { NamedMigration } from '../../src/migrations/named-migration.ts';
import { POSTGRES_MIGRATIONS } from '../../src/migrations/postgres.ts';
import { SQLITE_MIGRATIONS } from '../../src/migrations/sqlite.ts';
import { type Fixture, listFixtures } from './fixtures.ts';

// All packages have one version: that of the next release.
const { version: PROGRAM } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

for (const [engine, migrations] of [
  ['sqlite', SQLITE_MIGRATIONS],
  ['postgres', POSTGRES_MIGRATIONS],
] as const) {
  test(`the migrations of ${engine} are in order, and there is a database of each release`, async () => {
    assertHistory(migrations, await listFixtures(engine));
  });
}

/** Checks that migrations are in order, and that there is a database of each released version. */
function assertHistory(migrations: readonly NamedMigration[], fixtures: readonly Fixture[]): void {
  const names = migrations.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted(), 'by name');
  const versions = migrations.map(({ since }) => parse(since));
  assert.deepEqual(versions, versions.toSorted(compareVersions), 'by version');
  for (const { name, since } of migrations)
    assert.ok(
      since === PROGRAM ||
        (compareVersions(parse(since), parse(PROGRAM)) < 0 && fixtures.some((each) => each.name === since)),
      `${name} is since ${since}, and there is no database of that release: run 'npm run fixture:release' on its commit, or set its 'since' to ${PROGRAM} if it was not released`,
    );
  for (const { name: release, recording } of fixtures) {
    const released = parseVersion(release);
    if (!released.ok) continue;
    const expected = migrations.filter(({ since }) => compareVersions(parse(since), released.value) <= 0);
    assert.deepEqual(
      expected.map(({ name }) => name),
      recording.migrations,
      `the migrations of ${release} never change: a new one is since ${PROGRAM}`,
    );
  }
}

function parse(text: string): Version {
  const parsed = parseVersion(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}
