// How long a transaction waits for a database that is locked by another process.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { patientTransactions } from '../../src/sqlite/patient-transactions.ts';

test('a transaction that has already waited too long gives up before a new one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  const open = (): DatabaseSync => new DatabaseSync(join(folder, 'registry.sqlite'), { timeout: 0 });
  const [database, otherProcess] = [open(), open()];
  t.after(async () => {
    for (const each of [database, otherProcess]) each.close();
    await rm(folder, { recursive: true });
  });
  const transact = patientTransactions(new Kysely<Schema>({ dialect: nodeSqliteDialect(database) }));

  otherProcess.exec('begin immediate');
  const givenUp: string[] = [];
  const late = transact(async () => 'done').finally(() => givenUp.push('late'));
  const early = transact(async () => 'done', performance.now() - 60_000).finally(() => givenUp.push('early'));
  await assert.rejects(early, /temporarily unavailable/);
  assert.deepEqual(givenUp, ['early']);
  otherProcess.exec('rollback');
  assert.equal(await late, 'done');
});
