// Rules for the list of migrations as a whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compareVersions, parseVersion, type Version } from '@prime-registry/protocol';
import type { NamedMigration } from '../../src/migrations/named-migration.ts';
import type { Fixture } from './fixtures.ts';

// All packages have one version.
const { version: PROGRAM } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Checks that migrations are in order, and that there is a database of each released version. */
export function assertHistory(migrations: readonly NamedMigration[], fixtures: readonly Fixture[]): void {
  const names = migrations.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted(), 'by name');
  const versions = migrations.map(({ since }) => parse(since));
  assert.deepEqual(versions, versions.toSorted(compareVersions), 'by version');
  const released = new Set(migrations.map(({ since }) => since).filter((since) => since !== PROGRAM));
  const recorded = new Set(fixtures.map(({ name }) => name));
  for (const version of released) {
    assert.ok(compareVersions(parse(version), parse(PROGRAM)) < 0, `${version} is below the program's`);
    assert.ok(
      recorded.has(version),
      `run 'npm run fixture:release' on ${version}: there is no database of it`,
    );
  }
}

function parse(text: string): Version {
  const parsed = parseVersion(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
}
