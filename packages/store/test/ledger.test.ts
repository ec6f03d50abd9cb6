// The ledger without the rest of the store: the same contract, on the same file, at the same time.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Act, RegistryStore, TokenRecord } from '@prime-registry/store';
import { openSqliteLedger } from '@prime-registry/store/ledger';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import {
  testAudit,
  testBindings,
  testChecks,
  testClosed,
  testEvictions,
  testExchanges,
  testLostVersions,
  testMaintenance,
  testSeenVersions,
  testSignatures,
  testTokens,
  testTombstones,
  writeNewDatabase,
} from '@prime-registry/testkit/contract-suites';
import { SQLITE_MIGRATIONS } from '../src/migrations/sqlite.ts';
import { SQLITE_MIGRATION_NAMES } from '../src/migrations/sqlite-names.ts';

const TOKEN: TokenRecord = {
  id: 'id-1',
  name: 'ci',
  permissions: ['publish'],
  scopes: ['@acme'],
  createdAtMs: 1,
  expiresAtMs: undefined,
  revokedAtMs: undefined,
  lastUsedAtMs: undefined,
};
const ACT: Act = {
  action: 'token-create',
  atMs: 1,
  actorId: 'operator',
  actorName: 'me',
  address: undefined,
  requestId: undefined,
};

let folder = '';
let count = 0;
const newFile = (): string => join(folder, `${count++}.sqlite`);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A store whose methods are those of a ledger on the same file, as far as the ledger has them. */
async function openBoth(): Promise<RegistryStore> {
  const file = newFile();
  await writeNewDatabase(file);
  const store = await openSqliteStore(file);
  const ledger = await openSqliteLedger(file);
  assert.ok(ledger !== undefined);
  return {
    ...store,
    ...ledger,
    async close() {
      await ledger.close();
      await store.close();
    },
  };
}

describe('the contract of a store', () => {
  describe('tokens', () => testTokens(openBoth));
  describe('closing', () => testClosed(openBoth));
  describe('exchanged tokens', () => testExchanges(openBoth));
  describe('the audit log', () => testAudit(openBoth));
  describe('references to blobs', () => testMaintenance(openBoth));
  describe('removed versions', () => testTombstones(openBoth));
  describe('lost versions', () => testLostVersions(openBoth));
  describe('what is mirrored', () => testEvictions(openBoth));
  describe('upstreams of mirrored Primes', () => testBindings(openBoth));
  describe('digests of versions of upstreams', () => testSeenVersions(openBoth));
  describe('signatures', () => testSignatures(openBoth));
  describe('checks', () => testChecks(openBoth));
});

test('the names of the migrations are those of the migrations', () => {
  assert.deepEqual(
    SQLITE_MIGRATION_NAMES,
    SQLITE_MIGRATIONS.map(({ name }) => name),
  );
});

test('a database of another program has no ledger, so that the store migrates or refuses it', async () => {
  const file = newFile();
  await (await openSqliteStore(file)).close();
  const execute = (statement: string): void => {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
  };
  execute("insert into kysely_migration (name, timestamp) values ('0099-later', '2030-01-01T00:00:00Z')");
  assert.equal(await openSqliteLedger(file), undefined);
  execute("delete from kysely_migration where name >= '0022'");
  assert.equal(await openSqliteLedger(file), undefined);
  const empty = newFile();
  new DatabaseSync(empty).close();
  assert.equal(await openSqliteLedger(empty), undefined);
});

test('a write waits for those of other processes, longer than requests do, and a failed one leaves nothing', async (t) => {
  const file = newFile();
  await (await openSqliteStore(file)).close();
  const ledger = await openSqliteLedger(file);
  assert.ok(ledger !== undefined);
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const inserting = ledger.insertToken(TOKEN, new Uint8Array(32), ACT);
  assert.deepEqual(await ledger.listTokens(), [], 'readers do not wait');
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 25_000);
  await delay(20);
  other.exec('commit');
  await inserting;
  await assert.rejects(ledger.replaceToken('id-1', 5, TOKEN, new Uint8Array(32).fill(1), ACT));
  assert.deepEqual(await ledger.listTokens(), [TOKEN], 'the end of the old one was taken back');
  other.close();
  await ledger.close();
});
