// Tasks in other threads: state, limits and the ends of threads.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { getPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, test } from 'node:test';
import { ThreadEndedError, ThreadPool, ThreadPoolFullError, type ThreadPoolOptions } from '../src/index.ts';
import type { tasks } from './tasks.ts';

const pools: ThreadPool<typeof tasks>[] = [];

function openPool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<typeof tasks> {
  const pool = new ThreadPool<typeof tasks>({
    script: new URL('./thread.ts', import.meta.url),
    maxThreads: 2,
    maxTasks: 10,
    maxHeapMib: 64,
    maxCallMs: 60_000,
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

test('a task keeps its state between calls', async () => {
  const pool = openPool();
  const said = await pool.use('echo', 'I', 'key', async (call) => [
    await call('echo', 'am'),
    await call('echo', 'was'),
  ]);
  assert.deepEqual(said, ['I am 1', 'I was 2']);
  assert.equal(pool.openTasks, 0);
});

test('bytes that are given are moved to the thread; others are copied', async () => {
  const task = openPool().open('echo', 'I', 'key');
  const bytes = new Uint8Array(1000);
  assert.equal(await task.call('count', bytes), 1000);
  assert.equal(bytes.length, 1000);
  assert.equal(await task.give('count', bytes.subarray(0, 900)), 900);
  assert.equal(bytes.length, 0);
});

test('an error of a task rejects its call, and the task goes on', async () => {
  const task = openPool().open('echo', 'I', 'key');
  await assert.rejects(task.call('fail'), /a bug/);
  assert.equal(await task.call('echo', 'am'), 'I am 1');
});

test('the thread that serves goes before the others', { skip: process.platform !== 'linux' }, async () => {
  const before = getPriority(0);
  const task = openPool().open('echo', 'I', 'key');
  assert.equal(await task.call('priority'), Math.min(before + 10, 19));
  assert.equal(getPriority(0), before);
});

test('a thread keeps compiled code where its process does', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  enableCompileCache(folder);
  const task = openPool().open('echo', 'I', 'key');
  const [ofThread, ofProcess] = [await task.call('compileCache'), getCompileCacheDir()];
  assert.ok(ofThread !== undefined && ofProcess !== undefined, `${ofThread}, ${ofProcess}`);
  // In it, there is a folder for each version and its flags, which another test may have changed.
  assert.equal(dirname(ofThread), dirname(ofProcess));
});

test('tasks are spread over the threads', async () => {
  const pool = openPool();
  const tasks = [1, 2, 3].map((number) => pool.open('echo', `${number}`, 'key'));
  assert.equal(pool.threads, 2);
  assert.deepEqual(await Promise.all(tasks.map(({ call }) => call('echo', 'x'))), [
    '1 x 1',
    '2 x 1',
    '3 x 1',
  ]);
});

test('calls of one key do not delay a call of another by more than one call', async () => {
  const pool = openPool({ maxThreads: 1 });
  const ended: string[] = [];
  const greedy = pool.open('echo', '', 'greedy');
  const modest = pool.open('echo', '', 'modest');
  const many = Array.from({ length: 20 }, () => greedy.call('wait', 5).then(() => ended.push('greedy')));
  await modest.call('echo', 'x').then(() => ended.push('modest'));
  await Promise.all(many);
  assert.ok(ended.indexOf('modest') <= 2, ended.join(' '));
});

test('a call that takes too long ends its thread; the next task has a new one', async () => {
  const pool = openPool({ maxCallMs: 2000, maxThreads: 1 });
  const task = pool.open('echo', 'I', 'key');
  const other = pool.open('echo', 'he', 'key');
  await assert.rejects(task.call('spin'), ThreadEndedError);
  await assert.rejects(task.call('echo', 'x'), ThreadEndedError);
  await assert.rejects(other.call('echo', 'x'), ThreadEndedError);
  task.close();
  other.close();
  assert.equal(await pool.use('echo', 'I', 'key', (call) => call('echo', 'am')), 'I am 1');
  assert.equal(pool.openTasks, 0);
});

test('a thread that takes too much memory ends alone', async () => {
  const pool = openPool({ maxThreads: 1 });
  await assert.rejects(
    pool.use('echo', 'I', 'key', (call) => call('hoard')),
    (error: Error) =>
      error instanceof ThreadEndedError && error.message === 'it took more than 64 MiB of memory',
  );
  assert.equal(await pool.use('echo', 'I', 'key', (call) => call('echo', 'am')), 'I am 1');
});

test('a full pool opens no task', () => {
  const pool = openPool({ maxTasks: 1 });
  const task = pool.open('echo', 'I', 'key');
  assert.throws(() => pool.open('echo', 'I', 'key'), ThreadPoolFullError);
  task.close();
  pool.open('echo', 'I', 'key').close();
});

test('a task that is closed before its first call leaves nothing in the thread', async () => {
  const pool = openPool({ maxThreads: 1 });
  const busy = pool.open('echo', 'I', 'key');
  const waiting = busy.call('wait', 100);
  const closed = pool.open('echo', 'he', 'key');
  const refused = assert.rejects(closed.call('echo', 'x'), ThreadEndedError);
  closed.close();
  await refused;
  await waiting;
  assert.equal(await busy.call('echo', 'am'), 'I am 1');
  assert.equal(pool.openTasks, 1);
});

test('an argument that cannot be copied rejects its call alone', async () => {
  const task = openPool().open('echo', 'I', 'key');
  assert.equal(await task.call('echo', 'am'), 'I am 1');
  await assert.rejects(task.call('echo', (() => 'x') as unknown as string), /could not be cloned/);
  assert.equal(await task.call('echo', 'was'), 'I was 2');
});

test('closing a pool rejects the calls in flight', async () => {
  const pool = openPool();
  const waiting = assert.rejects(pool.open('echo', 'I', 'key').call('wait', 600_000), ThreadEndedError);
  await pool.close();
  await waiting;
});
