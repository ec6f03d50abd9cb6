// Checks that a filled database equals what the store would write: stores the same Primes both ways and
// compares.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { databaseIn, fillDatabase } from './fill-database.ts';
import type { SyntheticPrime } from './generate-primes.ts';
import { listNewVersions } from './new-versions.ts';

// The postings of the index are not compared, but the results of the queries below.
const TABLES = ['primes', 'versions', 'search_entries'];

/**
 * Compares rows, and searches for all names.
 * @param folder - for two data folders, which stay
 * @throws AssertionError on a difference
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
    // Row by row, because a diff of two long lists would exhaust the memory.
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
