// The transparency log on SQLite: the upgrade of a database without one, and what the tables refuse.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { insert, yank } from '@prime-registry/testkit/versions';
import { openSqliteLedger } from '../../src/ledger/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { testLogBackfill } from './backfill-suite.ts';
import { LOG_DAMAGES, LOG_REFUSALS } from './damages.ts';
import { forgetLog } from './forget-log.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-log-'));
after(() => rm(folder, { recursive: true }));

const WITHOUT_TRIGGERS = ['log_entries', 'log_nodes'].flatMap((table) => [
  `drop trigger ${table}_no_update`,
  `drop trigger ${table}_no_delete`,
]);

let created = 0;
const newFile = (): string => join(folder, `${++created}.sqlite`);

function execute(file: string, statements: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(statements);
  } finally {
    database.close();
  }
}

async function fill(): Promise<string> {
  const file = newFile();
  const store = await openSqliteStore(file);
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await insert(store, { version });
  await store.close();
  return file;
}

describe('an upgrade', () =>
  testLogBackfill(async () => {
    const file = newFile();
    return {
      open: () => openSqliteStore(file),
      forgetLog: async (end) => execute(file, [...WITHOUT_TRIGGERS, forgetLog(end)].join(';\n')),
    };
  }));

test('entries and nodes can only be added', async () => {
  const file = await fill();
  for (const statement of LOG_REFUSALS)
    assert.throws(() => execute(file, statement), /the transparency log can only be added to/, statement);
});

for (const { what, statements, defect } of LOG_DAMAGES) {
  test(`a verification finds ${what}`, async (t) => {
    const file = await fill();
    execute(file, [...WITHOUT_TRIGGERS, ...statements].join(';\n').replace('$bytes', 'blob'));
    const store = await openSqliteStore(file);
    t.after(() => store.close());
    const defects = await store.findDefects();
    assert.ok(
      defects.some((line) => defect.test(line)),
      defects.join('\n'),
    );
    // The verify command has no store.
    const ledger = await openSqliteLedger(file);
    t.after(() => ledger?.close());
    assert.deepEqual(await ledger?.findDefects(), defects);
  });
}

test('a verification finds a yank that was taken back in the database only', async (t) => {
  const file = await fill();
  const store = await openSqliteStore(file);
  t.after(() => store.close());
  for (const version of ['1.0.0', '2.0.0']) await yank(store, version);
  assert.deepEqual(await store.findDefects(), []);
  execute(file, "update versions set yanked_at_ms = null where version = '2.0.0'");
  assert.deepEqual(await store.findDefects(), ['@acme/web-style 2.0.0 is yanked according to the log only']);
});
