// What is found inside Primes in SQLite: as many atoms as are wanted, however many READMEs match as well, and no more lists than are
// needed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { insertNew, newVersion } from '@prime-registry/testkit/versions';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { sqliteInsideReads } from '../../src/sqlite/search/sqlite-inside-reads.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-find-atoms-'));
after(() => rm(folder, { recursive: true }));

/** A database with three Primes, each with an atom and a README about boats. The caller destroys it. */
async function openFilled(): Promise<Kysely<Schema>> {
  const file = join(await mkdtemp(join(folder, 'database-')), 'registry.sqlite');
  const store = await openSqliteStore(file);
  for (const name of ['one', 'two', 'three']) {
    const inventory = await inventoryOf([{ id: `@acme/${name}`, description: 'a boat' }]);
    const version = newVersion({ name: `@acme/${name}`, version: '1.0.0', inventory, readme: 'A boat.' });
    assert.ok(await insertNew(store, version));
  }
  await store.close();
  return new Kysely<Schema>({ dialect: nodeSqliteDialect(new DatabaseSync(file)) });
}

test('READMEs do not take the places of atoms', async () => {
  const db = await openFilled();
  for (const limit of [1, 2, 3, 9])
    assert.equal((await sqliteInsideReads.findAtoms(db, ['"boat"'], limit)).length, Math.min(limit, 3));
  await db.destroy();
});

test('the Primes of worse places are left out if a better one has enough passages', async () => {
  const db = await openFilled();
  const findPrimes = (limit: number) => sqliteInsideReads.findPrimes(db, ['"one"', '"boat"', '"a"'], limit);
  assert.deepEqual(await findPrimes(1), [[1]]);
  assert.equal((await findPrimes(2)).length, 2);
  assert.equal((await findPrimes(9)).length, 3);
  await db.destroy();
});
