// Free space of a database file after deletions, in small and in large files.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { overwriteFreeSpace } from '../../src/sqlite/overwrite-free-space.ts';
import { patientTransactions } from '../../src/sqlite/patient-transactions.ts';

const SECRET = 'quinquereme';
const { signal } = new AbortController();

/** A database whose free pages, about 6 MiB, have a secret. */
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
    insert into texts (text) select 'kept ' || value from generate_series(1, 1000);
    insert into texts (text) select replace(hex(zeroblob(2000)), '0', '${SECRET} ')
      from generate_series(1, 150);
    delete from texts where text like '${SECRET}%';
    pragma wal_checkpoint(truncate);`);
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
  const read = async () => {
    database.exec('pragma wal_checkpoint(truncate)');
    return (await readFile(file)).toString('latin1');
  };
  return { file, database, transact: patientTransactions(db), db, read };
}

for (const [what, smallBytes] of [
  ['a small file is written anew', undefined],
  ['the free pages of a large file are overwritten', 0],
] as const) {
  test(what, async (t) => {
    const { db, read, ...space } = await openFreed(t);
    assert.match(await read(), /quinquereme/);
    const { size } = await stat(space.file);
    await overwriteFreeSpace({ ...space, ...(smallBytes !== undefined && { smallBytes }) }, signal);
    assert.doesNotMatch(await read(), /quinquereme/);
    assert.ok((await stat(space.file)).size < size * 1.1);
    const { rows } = await sql`select (select count(*) from free_pages) as taken,
      (select count(*) from texts) as kept`.execute(db);
    assert.deepEqual({ ...(rows[0] as object) }, { taken: 0, kept: 1000 });
  });
}

test('what a killed process has taken of the free pages is given back', async (t) => {
  const { db, read, ...space } = await openFreed(t);
  await sql`insert into free_pages (zeros) values (zeroblob(100000))`.execute(db);
  await overwriteFreeSpace({ ...space, smallBytes: 0 }, signal);
  assert.doesNotMatch(await read(), /quinquereme/);
  const { rows } = await sql`select * from free_pages`.execute(db);
  assert.deepEqual(rows, []);
});
