// Steps of a transaction that do not depend on each other, and the connection that their queries use.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { DatabaseConnection, Kysely } from 'kysely';
import { queryDirectly, runnerOf } from '../../src/sql/direct-queries.ts';
import type { Schema } from '../../src/sql/schema.ts';
import { together } from '../../src/sql/together.ts';

/** A database with one connection, which runs nothing. */
function databaseOver(connection: Partial<DatabaseConnection> & { isPipelined?: boolean }): Kysely<Schema> {
  const executor = {
    provideConnection: async <T>(use: (provided: unknown) => Promise<T>): Promise<T> => use(connection),
  };
  return { getExecutor: () => executor } as unknown as Kysely<Schema>;
}

async function recordSteps(db: Kysely<Schema>): Promise<string[]> {
  const events: string[] = [];
  const step = (name: string) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await turn();
    events.push(`${name} ends`);
    return name;
  };
  const results = await together(db, step('a'), step('b'));
  assert.deepEqual(results, ['a', 'b']);
  return events;
}

describe('steps of a transaction', () => {
  test('run one after the other, unless the connection is pipelined', async () => {
    const db = databaseOver({});
    assert.deepEqual(await recordSteps(db), ['a begins', 'a ends', 'b begins', 'b ends']);
    const pipelined = databaseOver({ isPipelined: true });
    const end = await queryDirectly(pipelined);
    assert.deepEqual(await recordSteps(pipelined), ['a begins', 'b begins', 'a ends', 'b ends']);
    end();
    assert.deepEqual(await recordSteps(pipelined), ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('have all ended when one has failed, and the error that came first counts', async () => {
    const db = databaseOver({ isPipelined: true });
    await queryDirectly(db);
    let hasEnded = false;
    const late = async (): Promise<void> => {
      await turn();
      await turn();
      hasEnded = true;
      throw new Error('the transaction is aborted');
    };
    const early = async (): Promise<void> => {
      await turn();
      throw new Error('the disk is full');
    };
    await assert.rejects(together(db, late, early), /disk is full/);
    assert.ok(hasEnded, 'its statements would run after the rollback');
  });
});

test('queries go to the connection of a transaction until its end, then through the database again', async () => {
  const connection = {
    async executeQuery() {
      return { rows: [] };
    },
  };
  const db = databaseOver(connection);
  const end = await queryDirectly(db);
  assert.equal(runnerOf(db), connection);
  end();
  assert.equal(runnerOf(db), db);
});
