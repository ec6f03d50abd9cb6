// Pipelined runs of a statement with several sets of values.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDatabase, query, sharedPostgres } from '@prime-registry/testkit/postgres';
import type { PoolClient } from 'pg';
import { pipelineStatement } from '../../src/postgres/pipelined-statement.ts';
import { createPool } from '../../src/postgres/postgres-pool.ts';

await sharedPostgres();

async function connect(t: { after(task: () => unknown): void }): Promise<PoolClient> {
  const pool = createPool(await createDatabase(), 1);
  const client = await pool.connect();
  t.after(async () => {
    client.release();
    await pool.end();
  });
  return client;
}

const ECHO = {
  name: 'echo',
  text: 'select $1::bigint as number, $2::text as text, $3::bytea as bytes, $4::text[] as list',
};

describe('a pipelined statement', () => {
  test('returns the rows of each set of values, as a single statement does', async (t) => {
    const client = await connect(t);
    const sets = [
      [1, 'Ünï 🦄 \\ \' "', Buffer.from([0, 255, 92]), ['a', 'b c', '{},"\\']],
      [2 ** 53 - 1, null, null, []],
      [-7, '', Buffer.alloc(0), [null]],
    ];
    const repeated = await pipelineStatement(client, ECHO, sets);
    for (const [index, values] of sets.entries()) {
      const { rows } = await client.query({ ...ECHO, values });
      assert.deepEqual(repeated[index], rows);
    }
    assert.deepEqual(repeated[0], [
      { number: 1, text: 'Ünï 🦄 \\ \' "', bytes: Buffer.from([0, 255, 92]), list: ['a', 'b c', '{},"\\'] },
    ]);
  });

  test('separates the rows of one set from those of the next', async (t) => {
    const client = await connect(t);
    const statement = { name: 'series', text: 'select n from generate_series(1, $1::int) as n' };
    assert.deepEqual(await pipelineStatement(client, statement, [[2], [0], [1]]), [
      [{ n: 1 }, { n: 2 }],
      [],
      [{ n: 1 }],
    ]);
  });

  test('takes more data than the buffers of a connection hold, in both directions', async (t) => {
    const client = await connect(t);
    const sets = Array.from({ length: 2000 }, (_, index) => [index, 'x'.repeat(5000), null, null]);
    const rows = await pipelineStatement<{ number: number; text: string }>(client, ECHO, sets);
    assert.deepEqual(
      rows.map(([row]) => row?.number),
      sets.map(([number]) => number),
    );
    assert.ok(rows.every(([row]) => row?.text.length === 5000));
  });

  test('is prepared once for each connection', async (t) => {
    const client = await connect(t);
    for (let time = 0; time < 2; time += 1) {
      await pipelineStatement(client, ECHO, [
        [1, 'a', null, null],
        [2, 'b', null, null],
      ]);
      await client.query({ ...ECHO, values: [3, 'c', null, null] });
    }
    const { rows } = await client.query('select name from pg_prepared_statements');
    assert.deepEqual(rows, [{ name: 'echo' }]);
  });

  test('runs nothing after its first failure in a transaction; the connection stays usable', async (t) => {
    const client = await connect(t);
    await client.query('create table numbers (number int primary key)');
    const insert = { name: 'insert', text: 'insert into numbers values ($1) returning number' };
    await client.query('begin');
    await assert.rejects(pipelineStatement(client, insert, [[1], [2], [1], [3]]), { code: '23505' });
    await client.query('rollback');
    assert.deepEqual(await pipelineStatement(client, insert, [[1], [2]]), [[{ number: 1 }], [{ number: 2 }]]);
    await assert.rejects(pipelineStatement(client, { name: 'wrong', text: 'selct $1' }, [[1]]), {
      code: '42601',
    });
    assert.deepEqual(await pipelineStatement(client, insert, [[3]]), [[{ number: 3 }]]);
  });

  test('fails when its connection is lost, with the error of the server', async (t) => {
    const url = await createDatabase();
    const pool = createPool(url, 1);
    t.after(() => pool.end());
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const sleep = { name: 'sleep', text: 'select pg_sleep($1)' };
    const lost = assert.rejects(pipelineStatement(client, sleep, [[0], [30], [0]]), { code: '57P01' });
    await query(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    await lost;
    client.release(true);
  });
});
