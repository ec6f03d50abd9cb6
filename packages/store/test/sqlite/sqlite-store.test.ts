// The SQLite store: the contract of every store, and its file.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { testRegistryStore, writeNewDatabase } from '@prime-registry/testkit/contract-suites';
import { operatorActs } from 'prime-registry';
import { SQLITE_MIGRATIONS } from '../../src/migrations/sqlite.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-store-'));
after(() => rm(folder, { recursive: true }));

let opened = 0;
const newFile = (): string => join(folder, `${++opened}.sqlite`);

describe('the contract of a store', () =>
  testRegistryStore(async () => {
    const file = newFile();
    await writeNewDatabase(file);
    return openSqliteStore(file);
  }));

const TOKEN = {
  id: 'id-1',
  name: 'of the build',
  permissions: ['admin'],
  scopes: ['*'],
  createdAtMs: 1000,
  expiresAtMs: undefined,
  revokedAtMs: undefined,
  lastUsedAtMs: undefined,
} as const;

const ACT = operatorActs('token-create', 1000);

describe('a file', () => {
  test('keeps its data when it is opened again, and is migrated once', async () => {
    const file = newFile();
    const first = await openSqliteStore(file);
    assert.deepEqual(first.migration, {
      applied: SQLITE_MIGRATIONS.map(({ name }) => name),
      isNew: true,
    });
    await first.insertToken(TOKEN, new Uint8Array(32), ACT);
    await first.close();
    const second = await openSqliteStore(file);
    assert.deepEqual(second.migration.applied, []);
    assert.deepEqual(await second.listTokens(), [TOKEN]);
    await second.close();
  });

  test('can be open twice: each store sees the commits of the other at once', async () => {
    const file = newFile();
    const [one, other] = [await openSqliteStore(file), await openSqliteStore(file)];
    assert.deepEqual(await other.listTokens(), []);
    await one.insertToken(TOKEN, new Uint8Array(32), ACT);
    assert.deepEqual(await other.listTokens(), [TOKEN]);
    await other.revokeToken(TOKEN.id, 5000, ACT);
    assert.equal((await one.findTokenBySecret(new Uint8Array(32)))?.revokedAtMs, 5000);
    await Promise.all([one.close(), other.close()]);
  });

  test('that is not a database, or whose folder is missing, is unavailable', async () => {
    const file = newFile();
    await writeFile(file, 'this is not a database, but it is long enough to have a header '.repeat(20));
    const missing = join(folder, 'missing', 'registry.sqlite');
    for (const path of [file, missing]) {
      await assert.rejects(openSqliteStore(path), (error) => {
        assert.ok(error instanceof RegistryError, String(error));
        assert.equal(error.code, 'storage_unavailable');
        assert.ok(!error.message.includes(folder), 'the path is only in the log');
        return true;
      });
    }
  });
});
