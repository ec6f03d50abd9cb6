// Queries that are compiled once and run with new values each time.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { type PreparedQuery, prepareQuery } from '../../src/sql/prepared-query.ts';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';

describe('a prepared query', () => {
  const database = new DatabaseSync(':memory:');
  after(() => database.close());
  database.exec('create table primes (id integer primary key, name text, created_at_ms integer)');
  database.exec("insert into primes values (1, '@acme/a', 10), (2, '@acme/b', 20), (3, '@acme/c', 20)");
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });

  /** The rows as plain objects, to compare them. */
  async function rowsOf<Values extends object, Row extends object>(
    run: PreparedQuery<Values, Row>,
    values: Values,
  ): Promise<Row[]> {
    return (await run(db, values)).map((row) => ({ ...row }));
  }

  test('is built once and uses the values of each run', async () => {
    let built = 0;
    const find = prepareQuery((from, { name }: { name: string }) => {
      built += 1;
      return from.selectFrom('primes').where('name', '=', name).select('id');
    });
    assert.deepEqual(await rowsOf(find, { name: '@acme/b' }), [{ id: 2 }]);
    assert.deepEqual(await rowsOf(find, { name: '@acme/a' }), [{ id: 1 }]);
    assert.deepEqual(await rowsOf(find, { name: "' or 1 = 1 --" }), []);
    assert.equal(built, 1);
  });

  test('is built once for each engine, in the SQL of that engine', async () => {
    const sent: unknown[] = [];
    const other = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (reader) => new PostgresIntrospector(reader),
      },
      log: ({ query: { sql: text, parameters } }) => {
        sent.push([text, parameters]);
      },
    });
    let built = 0;
    const find = prepareQuery((from, { name }: { name: string }) => {
      built += 1;
      return from.selectFrom('primes').where('name', '=', name).select('id');
    });
    assert.deepEqual(await rowsOf(find, { name: '@acme/a' }), [{ id: 1 }]);
    await find(other, { name: '@acme/a' });
    await other.transaction().execute((transaction) => find(transaction, { name: '@acme/b' }));
    assert.deepEqual(await rowsOf(find, { name: '@acme/b' }), [{ id: 2 }]);
    assert.deepEqual(sent, [
      ['select "id" from "primes" where "name" = $1', ['@acme/a']],
      ['select "id" from "primes" where "name" = $1', ['@acme/b']],
    ]);
    assert.equal(built, 2);
  });

  test('takes values by name, in addition to constants', async () => {
    const find = prepareQuery((from, { name, at }: { name: string; at: number }) =>
      from
        .selectFrom('primes')
        .where('created_at_ms', '=', at)
        .where('id', '>', 2)
        .where('name', '=', name)
        .select('name'),
    );
    assert.deepEqual(await rowsOf(find, { name: '@acme/c', at: 20 }), [{ name: '@acme/c' }]);
    assert.deepEqual(await rowsOf(find, { at: 20, name: '@acme/b' }), []);
    assert.deepEqual(await rowsOf(find, { at: 20, name: '@acme/c' }), [{ name: '@acme/c' }]);
  });

  test('inserts whole rows', async () => {
    const insert = prepareQuery((into, row: { name: string; created_at_ms: number }) =>
      into.insertInto('primes').values(row).returning(['name', 'created_at_ms']),
    );
    assert.deepEqual(await rowsOf(insert, { name: '@acme/d', created_at_ms: 30 }), [
      { name: '@acme/d', created_at_ms: 30 },
    ]);
    assert.deepEqual(await rowsOf(insert, { created_at_ms: 40, name: '@acme/e' }), [
      { name: '@acme/e', created_at_ms: 40 },
    ]);
  });

  test('runs for several values in order, and returns the rows of each run', async () => {
    const find = prepareQuery((from, { id }: { id: number }) =>
      from.selectFrom('primes').where('id', '<=', id).where('id', '<', 3).select('name').orderBy('id'),
    );
    const found = await find.each(db, [{ id: 1 }, { id: 0 }, { id: 2 }]);
    assert.deepEqual(
      found.map((rows) => rows.map(({ name }) => name)),
      [['@acme/a'], [], ['@acme/a', '@acme/b']],
    );
    assert.deepEqual(await find.each(db, []), []);
  });

  test('can be raw SQL', async () => {
    const find = prepareQuery(
      (_db, { id }: { id: number }) => sql<{ name: string }>`select name from primes where id = ${id}`,
    );
    assert.deepEqual(await rowsOf(find, { id: 2 }), [{ name: '@acme/b' }]);
    assert.deepEqual(await rowsOf(find, { id: 1 }), [{ name: '@acme/a' }]);
  });
});
