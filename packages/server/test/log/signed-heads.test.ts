// Which heads are signed, how often, and who shares them: each race, step by step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignedHeads } from '../../src/log/signed-heads.ts';
import { MemoryLog } from './memory-log.ts';

function open() {
  const log = new MemoryLog();
  const seen = { stamp: 1, signatures: 0, others: 0, isFailing: false };
  let gate = Promise.resolve();
  const heads = new SignedHeads({
    store: log.store,
    guard: {
      async signHead({ edge }) {
        seen.signatures += 1;
        await gate;
        if (seen.isFailing) throw new Error('not now');
        return `note of ${edge.size}`;
      },
    },
    changeStamp: () => seen.stamp,
    onOtherLog: () => {
      seen.others += 1;
    },
  });
  const commit = (...entries: readonly string[]) => {
    seen.stamp += 1;
    return log.append(...entries);
  };
  /** Lets signatures wait until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { log, heads, seen, commit, hold };
}

test('simultaneous readers share one signature', async () => {
  const { heads, seen, commit, hold } = open();
  commit('a', 'b');
  const release = hold();
  const readers = [heads.newest(), heads.newest(), heads.newest()];
  release();
  assert.deepEqual(
    (await Promise.all(readers)).map(({ note }) => note),
    ['note of 2', 'note of 2', 'note of 2'],
  );
  await heads.newest();
  assert.equal(seen.signatures, 1);
});

test('a commit that does not append is no reason to sign again', async () => {
  const { heads, seen, commit } = open();
  commit('a');
  await heads.newest();
  commit();
  assert.equal((await heads.newest()).note, 'note of 1');
  assert.equal(seen.signatures, 1);
});

test('a reader who comes after a commit does not get the head of a read that began before', async () => {
  const { heads, commit, hold } = open();
  commit('a');
  const release = hold();
  const early = heads.newest();
  await Promise.resolve();
  commit('b');
  const late = heads.newest();
  release();
  assert.equal((await late).head.edge.size, 2);
  assert.ok((await early).head.edge.size <= 2);
});

test('the publishes of a transaction share a signature, which the next reader gets too', async () => {
  const { heads, seen, commit } = open();
  const head = commit('a', 'b', 'c');
  const notes = await Promise.all([heads.noteOf(head), heads.noteOf({ ...head }), heads.noteOf(head)]);
  assert.deepEqual(new Set(notes), new Set(['note of 3']));
  assert.equal((await heads.newest()).note, 'note of 3');
  assert.equal(seen.signatures, 1);
});

test('a signature that fails is tried again by the next reader', async () => {
  const { heads, seen, commit } = open();
  commit('a');
  seen.isFailing = true;
  await assert.rejects(heads.newest(), /not now/);
  seen.isFailing = false;
  assert.equal((await heads.newest()).note, 'note of 1');
});

test('with another database server, or another name, the guard looks again', async () => {
  const { log, heads, seen, commit } = open();
  commit('a');
  await heads.newest();
  log.server = 'two';
  commit();
  await heads.newest();
  assert.deepEqual([seen.signatures, seen.others], [2, 1]);
  log.logId = '00000000000000bb';
  commit();
  await heads.newest();
  assert.deepEqual([seen.signatures, seen.others], [3, 2]);
});
