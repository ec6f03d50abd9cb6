// Large transactions: another thread copies the write-ahead log into the database file.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { LargeCommits } from '../../src/sqlite/large-commits.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';

const LARGE_BYTES = 6 * 2 ** 20;

async function openDatabase(t: TestContext, logOf: (file: string) => string = (file) => file) {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  const file = join(folder, 'registry.sqlite');
  const database = new DatabaseSync(file);
  const largeCommits = new LargeCommits(logOf(file), database);
  t.after(async () => {
    database.close();
    await largeCommits.close();
    await rm(folder, { recursive: true });
  });
  database.exec('pragma journal_mode = wal; create table numbers (bytes blob not null)');
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database, largeCommits) });
  return {
    database,
    largeCommits,
    insert: (bytes: number) =>
      db
        .transaction()
        .execute((transaction) =>
          sql`insert into numbers (bytes) values (${randomBytes(bytes)})`.execute(transaction),
        ),
    count: () => database.prepare('select count(*) as count from numbers').get()?.count,
    finishCheckpoints: () => largeCommits.close(),
    sizeOf: async (suffix = '') => (await stat(`${file}${suffix}`)).size,
  };
}

test('are not copied by the thread that commits', async (t) => {
  const { database, largeCommits, sizeOf } = await openDatabase(t);
  database.exec('begin immediate');
  database.prepare('insert into numbers (bytes) values (?)').run(randomBytes(LARGE_BYTES));
  let bytesAfterCommit = 0;
  await largeCommits.run(() => {
    database.exec('commit');
    bytesAfterCommit = statSync(database.location() ?? '').size;
  });
  assert.ok(bytesAfterCommit < LARGE_BYTES);
  await largeCommits.close();
  assert.ok((await sizeOf()) > LARGE_BYTES);
});

test('are copied from the log into the file, so that the log does not grow', async (t) => {
  const { insert, count, finishCheckpoints, sizeOf } = await openDatabase(t);
  for (let index = 1; index <= 4; index += 1) {
    await insert(LARGE_BYTES);
    await finishCheckpoints();
    assert.ok((await sizeOf()) > index * LARGE_BYTES);
  }
  assert.ok((await sizeOf('-wal')) < 2 * LARGE_BYTES);
  assert.equal(count(), 4);
});

test('the log of many smaller ones is not copied by the thread that commits either', async (t) => {
  const { database, insert, finishCheckpoints, sizeOf } = await openDatabase(t);
  const copiedBytes: number[] = [];
  const prototype = Object.getPrototypeOf(database.prepare('select 1'));
  const run: (...values: SQLInputValue[]) => unknown = prototype.run;
  t.mock.method(prototype, 'run', function (this: StatementSync, ...values: SQLInputValue[]) {
    if (this.sourceSQL !== 'commit') return run.apply(this, values);
    const before = statSync(database.location() ?? '').size;
    const result = run.apply(this, values);
    copiedBytes.push(statSync(database.location() ?? '').size - before);
    return result;
  });
  for (let index = 0; index < 40; index += 1) {
    await insert(256 * 1024);
    await finishCheckpoints();
  }
  assert.deepEqual(copiedBytes, Array(40).fill(0));
  assert.ok((await sizeOf()) > LARGE_BYTES);
});

test('that follow at once, and small ones between them, are all there', async (t) => {
  const { insert, count, finishCheckpoints, sizeOf } = await openDatabase(t);
  await Promise.all([LARGE_BYTES, 10, LARGE_BYTES, LARGE_BYTES, 10].map(insert));
  assert.equal(count(), 5);
  await finishCheckpoints();
  // From now on, commits copy the log themselves again.
  for (let index = 0; index < 20; index += 1) await insert(2 ** 20);
  assert.equal(count(), 25);
  assert.ok((await sizeOf()) > 3 * LARGE_BYTES + 10 * 2 ** 20);
});

test('are committed when there can be no thread', async (t) => {
  const { insert, count, sizeOf } = await openDatabase(t, (file) => join(file, 'missing'));
  await insert(LARGE_BYTES);
  assert.equal(count(), 1);
  assert.ok((await sizeOf()) > LARGE_BYTES);
});
