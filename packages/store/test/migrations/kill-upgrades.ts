// Kills an upgrade again and again, each time a little later, until one succeeds.
import assert from 'node:assert/strict';
import { type CommandResult, runCommand } from '@prime-registry/testkit';
import type { Fixture, RestoredRegistry } from './fixtures.ts';
import { readUpgraded } from './read-upgraded.ts';
import { flagsOf, serveInProcess } from './serve-upgraded.ts';
import type { SchemaObjects } from './table-schema.ts';

const KILL_AT = new URL('kill-at.ts', import.meta.url).href;

/** An upgrade to kill, and direct reads of its database. */
export interface KilledUpgrade {
  readonly registry: RestoredRegistry;
  readonly fixture: Fixture;
  /** Number of migrations of the current program. */
  readonly migrations: number;
  readSchema(): Promise<SchemaObjects>;
  /** The last Prime that the rebuild has indexed; null if it has not begun, or is complete. */
  readRebuiltTo(): Promise<number | null>;
}

/** Kills the upgrade in migrations and between steps of the rebuild; then reads everything. */
export async function killUpgrades(upgrade: KilledUpgrade, newSchema: SchemaObjects): Promise<void> {
  const { registry, fixture, migrations, readSchema } = upgrade;
  const old = await readSchema();
  const pending = migrations - fixture.recording.migrations.length;
  for (const step of listKilled(pending)) {
    assert.equal((await migrateUntil(registry, 'insert into "kysely_migration"', step)).code, null);
    assert.deepEqual(await readSchema(), old, `killed in migration ${step} of ${pending}: unchanged`);
  }
  assert.equal((await migrateUntil(registry, '^commit$', 1)).code, null);
  assert.deepEqual(await readSchema(), old, 'killed before the commit: unchanged');
  assert.equal((await migrateUntil(registry, 'update "index_states".* not exists', 1)).code, null);
  assert.notDeepEqual(await readSchema(), old, 'killed after the commit: migrated');
  await killRebuild(upgrade);
  assert.equal((await migrateUntil(registry, '.', 0)).stdout, 'The database is up to date.\n');
  await readUpgraded(registry, fixture.recording, { serve: serveInProcess });
  assert.deepEqual(await readSchema(), newSchema);
}

/**
 * The migrations in which the upgrade is killed: each third one, and the last one. All of them are in one transaction. A migration that
 * would commit it is noticed when the upgrade is killed in a later one.
 */
function listKilled(pending: number): number[] {
  const all = Array.from({ length: pending }, (_, index) => index + 1);
  return all.filter((step) => step % 3 === 1 || step === pending);
}

/** The first run commits one step, each later one two; each is killed before it commits the next one. */
async function killRebuild({ registry, fixture, readRebuiltTo }: KilledUpgrade): Promise<void> {
  const pieces: (number | null)[] = [];
  const primes = new Set(fixture.recording.versions.map(({ name }) => name)).size;
  for (;;) {
    const { code, stdout } = await migrateUntil(
      registry,
      'update "index_states"',
      pieces.length === 0 ? 2 : 3,
    );
    if (code !== null) {
      assert.equal(stdout, 'The database is up to date.\nRebuilt the search index.\n');
      break;
    }
    pieces.push(await readRebuiltTo());
    assert.ok(pieces.length <= primes + 1, `no end: ${pieces}`);
  }
  const ascending = pieces.toSorted((a, b) => Number(a) - Number(b));
  assert.deepEqual(pieces, ascending, 'continues where it was killed');
  assert.equal(new Set(pieces).size, pieces.length, 'each run goes further');
  // A statement that is sent again, as after a conflict with the killed process, makes a run end one step earlier.
  assert.ok(
    pieces.length >= 1 + Math.floor((primes - 1) / 2),
    'the beginning, and at least each second Prime',
  );
}

/**
 * Runs `prime-registry migrate` until it is killed before the n-th such statement, or to its end if n is 0.
 */
function migrateUntil(registry: RestoredRegistry, statement: string, count: number): Promise<CommandResult> {
  return runCommand(['migrate', '--data', registry.dataFolder, ...flagsOf(registry)], {
    NODE_OPTIONS: `--import=${KILL_AT}`,
    KILL_AT_STATEMENT: statement,
    KILL_AT_COUNT: String(count),
  });
}
