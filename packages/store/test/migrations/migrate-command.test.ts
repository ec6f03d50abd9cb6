// `prime-registry migrate` on databases of earlier and later programs.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { query } from '@prime-registry/testkit/postgres';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { flagsOf } from './serve-upgraded.ts';
import { readPostgresSchema } from './table-schema.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-migrate-'));
after(() => rm(folder, { recursive: true }));
let made = 0;
const newFolder = (): string => join(folder, String(++made));

const PLAN =
  /^Would apply 0003-search-terms, 0004-audit, .*, 0030-webhooks, 0031-witnesses, 0032-recovered-versions, 0033-origin-proofs, 0034-trust-rules, 0035-exchanged-tokens, 0036-signatures, 0037-version-provenance, 0038-browsing, 0039-long-beginnings, and rebuild the search index of 8 Primes\. Nothing was changed\.\n$/;

test('a dry run prints the plan, and changes nothing', async () => {
  const { dataFolder } = await restoreFixture({ name: '0002-search', engine: 'sqlite' }, newFolder());
  const migrate = (...flags: string[]) => runCommand(['migrate', '--data', dataFolder, ...flags]);
  const before = await digestFiles(dataFolder);
  const { code, stdout, stderr } = await migrate('--dry-run');
  assert.equal(code, 0, stderr);
  assert.match(stdout, PLAN);
  assert.deepEqual(await digestFiles(dataFolder), before);

  const done = await migrate();
  assert.match(
    done.stdout,
    /^Applied 0003-search-terms, .*, 0030-webhooks, 0031-witnesses, 0032-recovered-versions, 0033-origin-proofs, 0034-trust-rules, 0035-exchanged-tokens, 0036-signatures, 0037-version-provenance, 0038-browsing, 0039-long-beginnings\.\nRebuilt the search index\.\n$/,
  );
  const migrated = await digestFiles(dataFolder);
  assert.equal((await migrate('--dry-run')).stdout, 'The database is up to date.\n');
  assert.deepEqual(await digestFiles(dataFolder), migrated);
  assert.equal((await migrate()).stdout, 'The database is up to date.\n');
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec('update index_states set form = 0');
  database.close();
  assert.equal(
    (await migrate('--dry-run')).stdout,
    'Would rebuild the search index of 8 Primes. Nothing was changed.\n',
  );
  assert.equal((await migrate()).stdout, 'The database is up to date.\nRebuilt the search index.\n');
});

test('a dry run changes nothing in PostgreSQL', async () => {
  const [fixture] = await listFixtures('postgres');
  assert.ok(fixture !== undefined);
  const registry = await restoreFixture(fixture, newFolder());
  const url = registry.database ?? '';
  const before = await readPostgresSchema(url);
  const { code, stdout } = await runCommand(['migrate', '--dry-run', ...flagsOf(registry)]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Would apply 0008-web-reads, .* and rebuild the search index of 8 Primes\. Nothing was changed\.\n$/,
  );
  assert.deepEqual(await readPostgresSchema(url), before);
});

const LATER = `
  insert into kysely_migration (name, timestamp) values ('0099-later', '2030-01-01T00:00:00Z');
  insert into migration_programs (migration, program) values ('0099-later', '7.8.9');`;
const REFUSAL =
  /the database was made by a newer prime-registry \(it has 0099-later\); it needs prime-registry 7\.8\.9 or later: run that, or restore the backup/;

test('an older program names the version that the data needs', async () => {
  const dataFolder = newFolder();
  assert.equal((await runCommand(['init', '--data', dataFolder])).code, 0);
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec(LATER);
  database.close();
  for (const command of [
    ['migrate'],
    ['migrate', '--dry-run'],
    ['serve', '--port', '0'],
    ['token', 'list'],
    // It might lack tarballs that only the newer program knows.
    ['backup', join(newFolder(), 'backup')],
  ]) {
    const { code, stderr } = await runCommand([...command, '--data', dataFolder]);
    assert.equal(code, 1, command.join(' '));
    assert.match(stderr, REFUSAL, command.join(' '));
  }
});

test('an older program does not restore the backup of a newer one', async () => {
  const [data, backup, restored] = [newFolder(), newFolder(), newFolder()] as [string, string, string];
  assert.equal((await runCommand(['init', '--data', data])).code, 0);
  assert.equal((await runCommand(['backup', backup, '--data', data])).code, 0);
  const description = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
  const file = join(backup, description.database.file);
  const database = new DatabaseSync(file);
  database.exec(LATER);
  database.close();
  description.database.sha256 = (await digestFiles(backup))[file];
  await writeFile(join(backup, 'backup.json'), JSON.stringify(description));
  const { code, stderr } = await runCommand(['restore', backup, '--data', restored]);
  assert.equal(code, 1);
  assert.match(stderr, REFUSAL);
  assert.ok(!existsSync(restored), 'nothing is written');
});

test('an older program names the version that a PostgreSQL database needs', async () => {
  const fixture = (await listFixtures('postgres')).at(-1);
  assert.ok(fixture !== undefined);
  const registry = await restoreFixture(fixture, newFolder());
  const migrate = (...flags: string[]) =>
    runCommand(['migrate', ...flags, '--data', registry.dataFolder, ...flagsOf(registry)]);
  assert.equal((await migrate()).code, 0);
  await query(registry.database ?? '', LATER);
  for (const flags of [[], ['--dry-run']]) assert.match((await migrate(...flags)).stderr, REFUSAL);
});

/** The digest of every file, by path. */
async function digestFiles(of: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of await readdir(of, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    digests[path] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return digests;
}
