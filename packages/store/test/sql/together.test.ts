// Steps of a transaction that do not depend on each other, and the connection that their queries use.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { DatabaseConnection, Kysely } from 'kysely';
import { type PipelinedConnection, queryDirectly, runnerOf } from '../../src/sql/direct-queries.ts';
import type { Schema } from '../../src/sql/schema.ts';
import { together } from '../../src/sql/together.ts';

/** A database with one connection, which runs nothing. */
function databaseOver(connection: Partial<DatabaseConnection & PipelinedConnection>): Kysely<Schema> {
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
    const pipelined = databaseOver({ isAftermath: (error) => String(error).includes('is aborted') });
    const end = await queryDirectly(pipelined);
    assert.deepEqual(await recordSteps(pipelined), ['a begins', 'b begins', 'a ends', 'b ends']);
    end();
    assert.deepEqual(await recordSteps(pipelined), ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('have all ended when one has failed, and the error of the first failed statement counts, in whatever order they are told', async () => {
    const db = databaseOver({ isAftermath: (error) => String(error).includes('is aborted') });
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
    const aftermath = async (): Promise<void> => {
      throw new Error('the transaction is aborted');
    };
    await assert.rejects(together(db, late, early), /disk is full/);
    assert.ok(hasEnded, 'its statements would run after the rollback');
    await assert.rejects(together(db, early, aftermath), /disk is full/);
    await assert.rejects(together(db, aftermath), /is aborted/);
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
