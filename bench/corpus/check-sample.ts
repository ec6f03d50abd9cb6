// Proof that a filled database is what the store would have written: the same Primes go into both, and rows are compared.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { databaseIn, fillDatabase } from './fill-database.ts';
import type { SyntheticPrime } from './generate-primes.ts';
import { listNewVersions } from './new-versions.ts';

// The postings are the index's own; that it finds the same is what the queries below show.
const TABLES = ['primes', 'versions', 'search_entries'];

/**
 * Compares rows, and what the words of the names find.
 * @param folder - where two data folders are made and left.
 * @throws AssertionError when anything differs.
 */
export async function checkSample(folder: string, primes: readonly SyntheticPrime[]): Promise<void> {
  const filledFolder = await mkdtemp(join(folder, 'filled-'));
  await fillDatabase(filledFolder, primes);
  const filled = databaseIn(filledFolder);
  const published = databaseIn(await mkdtemp(join(folder, 'published-')));
  const store = await openSqliteStore(published);
  for (const prime of primes) {
    for (const version of listNewVersions(prime)) await store.insertVersion(version, async () => undefined);
  }
  for (const table of TABLES) {
    const [rows, others] = [readTable(filled, table), readTable(published, table)];
    assert.equal(rows.length, others.length, table);
    // Row by row: what two long lists differ in takes more memory to find than there is.
    for (const [index, row] of rows.entries()) assert.deepEqual(row, others[index], table);
  }

  const other = await openSqliteStore(filled);
  for (const { name } of primes) {
    const query = { text: name, limit: 100, offset: 0 };
    assert.deepEqual(await other.search(query), await store.search(query), name);
  }
  await Promise.all([store.close(), other.close()]);
}

function readTable(file: string, table: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(`select * from ${table}`).all();
  } finally {
    database.close();
  }
}
