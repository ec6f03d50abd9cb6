// The PostgreSQL store: the contract of every store, on a real server.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { testRegistryStore } from '@prime-registry/testkit/contract-suites';
import { createDatabase, query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { POSTGRES_MIGRATIONS } from '../../src/migrations/postgres.ts';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { emptiedDatabases, readAllRows } from './emptied-databases.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

describe('the contract of a store', () => {
  const databases = emptiedDatabases(5);
  after(() => databases.end());

  testRegistryStore(databases.open, {
    // staged-queries.test.ts counts matches up to each limit.
    fillsPages: false,
    openToClose: async () => openPostgresStore(await createMigratedDatabase(), 5),
  });

  test('the databases of these tests, which use them again, become as new', async () => {
    const used = databases.free();
    assert.ok(used.length > 0);
    const expected = await readAllRows(await createMigratedDatabase());
    for (const url of used) assert.deepEqual(await readAllRows(url), expected);
  });
});

describe('a database', () => {
  test('is created once, however many replicas start at the same time', async () => {
    const url = await createDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(url, 3)));
    const applied = stores.map(({ migration }) => migration.applied.length).toSorted();
    assert.deepEqual(applied, [0, 0, 0, 0, 0, POSTGRES_MIGRATIONS.length]);
    await Promise.all(stores.map((store) => store.close()));
    const again = await openPostgresStore(url, 3);
    assert.deepEqual(again.migration, { applied: [], isNew: false });
    await again.close();
  });

  test('of a newer program is refused', async () => {
    const url = await createDatabase();
    await (await openPostgresStore(url, 3)).close();
    await query(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '2030')");
    await assert.rejects(openPostgresStore(url, 3), ({ cause }: Error) =>
      /made by a newer prime-registry \(it has 9999-later\)/.test(String(cause)),
    );
  });

  test('that is missing or unreachable is unavailable, and no message contains the password', async () => {
    const url = (await sharedPostgres()).urlOf('no_such_database');
    for (const address of [url, url.replace(/:\d+\//, ':1/')]) {
      await assert.rejects(openPostgresStore(address, 3), (error) => {
        assert.ok(error instanceof RegistryError, String(error));
        assert.equal(error.code, 'storage_unavailable');
        assert.match(
          String(error.cause),
          /postgres:\/\/127\.0\.0\.1:\d+\/no_such_database cannot be opened: \S/,
        );
        assert.ok(!JSON.stringify(listOf(error)).includes('a-password'));
        return true;
      });
    }

    function listOf(error: unknown): unknown {
      if (!(error instanceof Error)) return error;
      return { ...error, text: String(error), stack: error.stack, cause: listOf(error.cause) };
    }
  });
});

test('the audit log is append-only', async () => {
  const url = await createMigratedDatabase();
  for (const change of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await assert.rejects(query(url, change), /can only be added to/, change);
  }
});

test('every table is checked for defects', async () => {
  const url = await createMigratedDatabase();
  const store = await openPostgresStore(url, 3);
  assert.deepEqual(await store.findDefects(), []);
  const tables = ['downloads', 'download_totals', 'commit_counts'];
  tables.push('search_contents', 'search_passages', 'search_spellings', 'tokens', 'audit_log', 'scope_usage');
  for (const table of tables) await query(url, `alter table ${table} rename to ${table}_lost`);
  const defects = await store.findDefects();
  for (const table of tables)
    assert.ok(
      defects.some((line) => line.startsWith(`${table} cannot be read: `)),
      `${table} in ${defects}`,
    );
  await store.close();
});
