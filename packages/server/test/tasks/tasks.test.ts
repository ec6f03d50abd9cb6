// Tasks that are given up: their users get a refusal, and nobody tries them again at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadPool } from '@prime-registry/threads';
import type { taskTable } from '../../src/tasks/task-table.ts';
import { Tasks } from '../../src/tasks/tasks.ts';

const script = new URL('../../src/tasks/task-thread.ts', import.meta.url);
const limits = { script, maxThreads: 1, maxHeapMib: 64 };
const versions = { name: '@acme/a', version: '1.0.0', isKnown: true };

test('a task that takes too long is a 503, and is not tried again for a minute', async (t) => {
  // A thread takes longer to start.
  const pool = new ThreadPool<typeof taskTable>({ ...limits, maxTasks: 10, maxCallMs: 1 });
  t.after(() => pool.close());
  let nowMs = 0;
  let tries = 0;
  const tasks = new Tasks(pool, () => nowMs);
  const draw = (subject: string) =>
    tasks.use('drawGraph', versions, { subject, key: 'address 127.0.0.1', isSmall: false }, (call) => {
      tries += 1;
      return call('draw');
    });
  const refusal = {
    code: 'overloaded',
    message: /^Reading this was given up: it took longer than 0\.001 s\./,
  };
  await assert.rejects(draw('large'), refusal);
  await assert.rejects(draw('large'), refusal);
  assert.equal(tries, 1);
  await assert.rejects(draw('other'), refusal);
  assert.equal(tries, 2);
  nowMs = 60_001;
  await assert.rejects(draw('large'), refusal);
  assert.equal(tries, 3);
  assert.equal(pool.openTasks, 0);
});

test('when too many tasks are open, further ones are a 503; small ones need no thread', async (t) => {
  const pool = new ThreadPool<typeof taskTable>({ ...limits, maxTasks: 0, maxCallMs: 60_000 });
  t.after(() => pool.close());
  const tasks = new Tasks(pool, Date.now);
  const draw = (isSmall: boolean) =>
    tasks.use('drawGraph', versions, { subject: 'x', key: 'address ::1', isSmall }, (call) => call('draw'));
  await assert.rejects(draw(false), { code: 'overloaded', message: /^Too much is being read/ });
  assert.match((await draw(true)).page, /<html/);
});
