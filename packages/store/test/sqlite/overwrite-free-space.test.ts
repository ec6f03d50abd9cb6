// Free space of a database file after deletions, in small and in large files.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { overwriteFreeSpace } from '../../src/sqlite/overwrite-free-space.ts';
import { patientTransactions } from '../../src/sqlite/patient-transactions.ts';

const SECRET = 'quinquereme';
const PAGE_BYTES = 4096;
const { signal } = new AbortController();

const numbersTo = (most: number): string =>
  `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${most})`;

/** A database of which 7 MiB are free and have a secret. */
async function openFreed(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-free-'));
  const file = join(folder, 'registry.sqlite');
  const database = new DatabaseSync(file);
  t.after(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
  database.exec(`
    pragma journal_mode = wal;
    create table free_pages (id integer primary key, zeros blob not null);
    create table texts (id integer primary key, text text not null);
    insert into texts (text) ${numbersTo(1000)} select 'kept ' || number from numbers;
    insert into texts (text) ${numbersTo(150)} select replace(hex(zeroblob(2000)), '0', '${SECRET} ') from numbers;
    delete from texts where text like '${SECRET}%';`);
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
  const count = (table: string) => database.prepare(`select count(*) as rows from ${table}`).get()?.rows;
  const countPages = async () => {
    database.exec('pragma wal_checkpoint(truncate)');
    const bytes = await readFile(file);
    const pages = Array.from({ length: bytes.length / PAGE_BYTES }, (_, page) =>
      bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES),
    );
    return pages.filter((page) => page.includes(SECRET)).length;
  };
  return { file, database, transact: patientTransactions(db), count, countPages };
}

test('a small file is rewritten', async (t) => {
  const { count, countPages, ...space } = await openFreed(t);
  assert.ok((await countPages()) > 1500);
  await overwriteFreeSpace(space, signal);
  assert.equal(await countPages(), 0);
  assert.equal(count('texts'), 1000);
});

test('the free pages of a large file are overwritten, and it does not grow', async (t) => {
  const { count, countPages, ...space } = await openFreed(t);
  assert.ok((await countPages()) > 1500);
  const { size } = await stat(space.file);
  // A process was killed when it had taken some of them.
  space.database.exec('insert into free_pages (zeros) values (zeroblob(100000))');
  await overwriteFreeSpace({ ...space, smallBytes: 0 }, signal);
  // Within a page that is in use, something may be left.
  assert.ok((await countPages()) <= 2);
  assert.ok((await stat(space.file)).size <= size + 4 * PAGE_BYTES);
  assert.deepEqual([count('texts'), count('free_pages')], [1000, 0]);
});
