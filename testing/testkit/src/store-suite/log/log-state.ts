// The log as a whole: reads of long logs, halts, names, and entries that belong to no version.
import assert from 'node:assert/strict';
import { type LogEntry, RegistryError } from '@prime-registry/protocol';
import type { LifecycleChange, RegistryStore } from '@prime-registry/store';
import { proveConsistency, rootOf, verifyConsistency } from '@prime-registry/tlog';
import { ACT, insert, newVersion, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { assertLogged, readWholeLog, sha256 } from './read-log.ts';

const NAME = '@acme/web-style';
const CHANGE: LifecycleChange = { name: NAME, atMs: 1, act: ACT };
const KEY: LogEntry = {
  v: 1,
  type: 'log-key',
  at: '2026-01-02T03:04:05Z',
  by: 'operator',
  vkey: 'example+1+A',
};

const FIRST_NAME = { origin: 'primes.example/-/log', reason: undefined };

export function testLogState(open: OpenStore): void {
  testWithStore(open, 'a log of several tiles has all proofs', async (store) => {
    await insert(store);
    const early = await store.readLogHead();
    for (const count of [253, 1, 1, 300, 1])
      for (const logged of (await store.appendToLog(Array.from({ length: count }, () => KEY))).slice(-2))
        await assertLogged(store, logged);
    const { edge } = await store.readLogHead();
    assert.equal(edge.size, 558);
    assert.equal((await readWholeLog(store)).length, 558);
    assert.equal((await store.readLogHashes(1, 0, 2)).length, 2);
    await assert.rejects(store.readLogHashes(1, 0, 3), /lacks hashes of level 1/);
    await assert.rejects(store.readLogHashes(0, 557, 559), /lacks hashes of level 0/);
    const [from, to] = [early.edge, edge].map((each) => ({ size: each.size, root: rootOf(sha256, each) }));
    assert.ok(from !== undefined && to !== undefined);
    const proof = await proveConsistency(sha256, store.readLogHashes, from.size, to.size);
    assert.ok(verifyConsistency(sha256, { from, to, proof }));
    assert.deepEqual(await store.listLogEntries(558, 10), []);
    assert.equal((await store.listLogEntries(550, 10)).length, 8);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'nothing is changed while the log is halted', async (store) => {
    await insert(store);
    await store.haltLog('a backup was restored');
    await store.haltLog('another reason');
    const before = await store.readLogHead();
    assert.equal(before.halted, 'a backup was restored');
    let placed = 0;
    const place = async (): Promise<void> => {
      placed += 1;
    };
    const acts: readonly (() => Promise<unknown>)[] = [
      () => store.insertVersion(newVersion({ version: '2.0.0' }), place),
      () => store.checkVersion(newVersion({ version: '2.0.0' })),
      () => yank(store, '1.0.0'),
      () => store.setChannel(CHANGE, 'beta', versionOf('1.0.0')),
      () => store.setDeprecation(CHANGE, { range: '*', message: 'Old' }),
      () => store.movePrime(CHANGE, '@acme/new'),
      () => removeFirst(store),
      () => store.appendToLog([KEY]),
    ];
    for (const act of acts) await assert.rejects(act, isHalted);
    assert.equal(placed, 0);
    assert.deepEqual(await store.readLogHead(), before);
    assert.deepEqual(await store.findLifecycle(NAME), undefined);
    assert.equal((await store.findVersion(NAME, versionOf('1.0.0')))?.yankedAtMs, undefined);
    assert.equal(await store.findVersion(NAME, versionOf('2.0.0')), undefined);
    await store.resumeLog();
    assert.equal((await store.readLogHead()).halted, undefined);
    assert.equal(await insert(store, { version: '2.0.0' }), true);
  });

  testWithStore(
    open,
    'the log has one name and key at a time; of several processes one gives the next',
    async (store) => {
      assert.deepEqual(await store.listLogNames(), []);
      const { logId } = await store.readLogHead();
      const first = { ...FIRST_NAME, vkey: 'a', atMs: 1 };
      const begin = () => store.beginLogName({ ...first, after: undefined });
      const given = await Promise.all([begin(), begin(), begin()]);
      assert.deepEqual(given.toSorted(), [false, false, true]);
      await insert(store);
      const rotated = { ...FIRST_NAME, vkey: 'b', atMs: 2 };
      assert.equal(await store.beginLogName({ ...rotated, after: 'a' }, [KEY]), true);
      assert.equal(await store.beginLogName({ ...rotated, vkey: 'c', after: 'a' }, [KEY]), false);
      assert.deepEqual(await store.listLogNames(), [
        { ...first, logId, beganAtSize: 0, endedAtSize: 2 },
        { ...rotated, logId, beganAtSize: 2, endedAtSize: undefined },
      ]);
      assert.deepEqual((await readWholeLog(store)).slice(2), [KEY]);
      await store.haltLog('a backup was restored');
      await store.beginLogName({ ...rotated, vkey: 'd', after: 'b' });
      assert.equal((await store.readLogHead()).halted, 'a backup was restored', 'a new key ends no halt');
    },
  );

  testWithStore(open, 'a halted log goes on after its entries, under another name and id', async (store) => {
    await store.beginLogName({ ...FIRST_NAME, vkey: 'a', atMs: 1, after: undefined });
    await insert(store);
    await store.haltLog('a backup was restored');
    const begin = beginAnew('00000000000000ff');
    const second = { origin: 'primes.example/-/log/2', vkey: 'b', atMs: 2, reason: 'a backup' };
    assert.equal(await store.beginLogName({ ...second, after: 'a', logId: begin.log }, [begin]), true);
    const { logId, edge, halted } = await store.readLogHead();
    assert.deepEqual({ logId, size: edge.size, halted }, { logId: begin.log, size: 3, halted: undefined });
    assert.deepEqual((await store.listLogNames()).at(-1), {
      ...{ ...second, logId: begin.log, beganAtSize: 2, endedAtSize: undefined },
    });
    assert.deepEqual((await readWholeLog(store)).slice(2), [begin]);
    assert.equal(await insert(store, { version: '2.0.0' }), true);
  });

  testWithStore(
    open,
    'a log without a name gets another id, unless it is empty; one with a name does not',
    async (store) => {
      const begin = beginAnew('00000000000000ff');
      const { logId: before } = await store.readLogHead();
      await store.renewLogId(begin);
      assert.equal((await store.readLogHead()).logId, before);
      await insert(store);
      await store.renewLogId(begin);
      assert.equal((await store.readLogHead()).logId, begin.log);
      assert.deepEqual((await readWholeLog(store)).slice(2), [begin]);
      await store.beginLogName({ ...FIRST_NAME, vkey: 'a', atMs: 1, after: undefined });
      await store.renewLogId(beginAnew('00000000000000ee'));
      assert.equal((await store.readLogHead()).logId, begin.log);
    },
  );

  testWithStore(open, 'a new registry has nothing to bring into the log', async (store) => {
    await insert(store);
    const progress = { done: 0, of: 0 };
    assert.deepEqual(await store.findBackfillProgress(), progress);
    assert.deepEqual(await store.backfillLog(10, 1), progress);
    assert.equal((await readWholeLog(store)).length, 2);
  });
}

function beginAnew(log: string) {
  const previous = { origin: FIRST_NAME.origin, size: 2, reason: 'a backup' };
  return { v: 1, type: 'begin', at: '2026-01-02T03:04:05Z', by: 'operator', log, previous } as const;
}

function removeFirst(store: RegistryStore) {
  const removal = { category: 'secret', reason: undefined, removedAtMs: 5, act: ACT } as const;
  return store.removeVersion({ ...removal, name: NAME, version: versionOf('1.0.0') });
}

function isHalted(error: unknown): boolean {
  assert.ok(error instanceof RegistryError, String(error));
  assert.equal(error.code, 'log_halted');
  assert.match(error.message, /a backup was restored/);
  return true;
}
