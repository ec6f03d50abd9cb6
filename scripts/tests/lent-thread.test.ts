// Threads of registries in test processes work for the next registry.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { LentThread } from './lent-thread.ts';

/** Answers a call with the number of its thread, its task and the tasks that were closed before; `hang` has no answer. */
const SCRIPT = `
  const { parentPort, threadId } = require('node:worker_threads');
  let closed = [];
  parentPort.on('message', ({ type, tasks, task, method }) => {
    if (type === 'close') closed = closed.concat(tasks);
    else if (method !== 'hang') parentPort.postMessage({ result: { threadId, task, closed } });
  });`;

const lend = (kind: string) => {
  const thread = new LentThread(kind, () => new Worker(SCRIPT, { eval: true }));
  return {
    thread,
    async call(task: number) {
      thread.postMessage({ type: 'call', task, method: 'work', given: [] });
      const [{ result }] = await once(thread, 'message');
      return result as { threadId: number; task: number; closed: number[] };
    },
  };
};

test('a thread that is given back closes its tasks, and works for the next user, whose tasks are other ones', async () => {
  const [first, other] = [lend('a'), lend('b')];
  const [before, elsewhere] = [await first.call(1), await other.call(1)];
  assert.notEqual(elsewhere.threadId, before.threadId, 'each has a thread of its own');
  let exits = 0;
  first.thread.on('exit', () => (exits += 1));
  await first.thread.terminate();
  assert.equal(exits, 1, 'its user sees that it ends');

  const second = lend('a');
  const after = await second.call(1);
  assert.equal(after.threadId, before.threadId);
  assert.deepEqual(after.closed, [before.task]);
  assert.notEqual(after.task, before.task);
  first.thread.ref();
  second.thread.postMessage({ type: 'close', tasks: [1] });
  assert.deepEqual((await second.call(2)).closed, [before.task, after.task]);
  await Promise.all([second.thread.terminate(), other.thread.terminate()]);
});

test('a thread that is terminated in the middle of a call ends', async () => {
  const { thread } = lend('c');
  thread.postMessage({ type: 'call', task: 1, method: 'hang', given: [] });
  const ended = once(thread, 'exit');
  await thread.terminate();
  await ended;
  const next = lend('c');
  assert.deepEqual((await next.call(1)).closed, []);
  await next.thread.terminate();
});
