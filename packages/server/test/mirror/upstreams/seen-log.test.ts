// The newest head of an upstream's log, as the processes of a mirror share it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RegistryClient, readUntrustedHead, type SignedHead } from '@prime-registry/client';
import type { UpstreamLog } from '@prime-registry/store';
import { FakeLog, makeKey } from '@prime-registry/testkit/fake-log';
import { decodeBase64, type Hash } from '@prime-registry/tlog';
import { continueKeys, SeenLog } from '../../../src/mirror/upstreams/seen-log.ts';

const URL = 'https://primes.example';

/** A log with entries of other names. */
function makeLog(...names: readonly string[]): FakeLog {
  const log = new FakeLog();
  for (const name of names) log.publish({ name: `@acme/${name}`, version: '1.0.0', sha256: 'a'.repeat(64) });
  return log;
}

function headOf(log: FakeLog, size?: number): SignedHead {
  const head = readUntrustedHead(log.note(size));
  assert.ok(head);
  return head;
}

/** Reads the hashes of a log, and counts how often. */
class Hashes implements Pick<RegistryClient, 'logConsistency'> {
  readonly #log: FakeLog;
  asked = 0;

  constructor(log: FakeLog) {
    this.#log = log;
  }

  async logConsistency(from: number, to: number): Promise<readonly Hash[]> {
    this.asked += 1;
    const answer = await this.#log.answer(`/-/log/consistency?from=${from}&to=${to}`);
    assert.ok(answer?.kind === 'answer');
    return String(answer.body ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => decodeBase64(line) ?? assert.fail(line));
  }
}

/** The store of some processes. */
class Shared {
  saved: UpstreamLog | undefined;
  saves = 0;
  nowMs = 1_000_000;

  open(): SeenLog {
    const store = {
      findUpstreamLog: async () => this.saved,
      saveUpstreamLog: async (log: UpstreamLog, before: Pick<UpstreamLog, 'note' | 'vkeys'> | undefined) => {
        const [note, vkeys] = [this.saved?.note, this.saved?.vkeys.join()];
        if (note !== before?.note || vkeys !== before?.vkeys.join()) return false;
        this.saved = log;
        this.saves += 1;
        return true;
      },
    };
    return new SeenLog(URL, { store, now: () => this.nowMs });
  }
}

describe('the newest head of an upstream', () => {
  test('is compared once with each other one, and saved now and then', async () => {
    const log = makeLog('a', 'b', 'c', 'd');
    const shared = new Shared();
    const seen = shared.open();
    const hashes = new Hashes(log);
    assert.equal(await seen.findSize(), undefined);
    for (const size of [2, 3, 3, 2, 4, 5])
      await seen.accept(headOf(log, size), { vkeys: [log.vkey] }, hashes);
    assert.equal(hashes.asked, 3);
    assert.equal(await seen.findSize(), 5);
    assert.deepEqual(shared.saved, { url: URL, vkeys: [log.vkey], note: log.note(2) });
    await seen.flush();
    assert.equal(shared.saved?.note, log.note(5));
    assert.equal(shared.saves, 2);
    log.publish({ name: '@acme/e', version: '1.0.0', sha256: 'a'.repeat(64) });
    shared.nowMs += 10_000;
    await seen.accept(headOf(log), { vkeys: [log.vkey] }, hashes);
    assert.equal(shared.saved?.note, log.note());
    assert.deepEqual(await shared.open().findKeys(), [log.vkey]);
  });

  test('is saved as often if the clock was put back', async () => {
    const log = makeLog('a', 'b', 'c', 'd');
    const shared = new Shared();
    const seen = shared.open();
    const hashes = new Hashes(log);
    await seen.accept(headOf(log, 2), { vkeys: [log.vkey] }, hashes);
    shared.nowMs -= 86_400_000;
    await seen.accept(headOf(log, 3), { vkeys: [log.vkey] }, hashes);
    assert.equal(shared.saved?.note, log.note(3));
  });

  test('may be saved by several processes, in any order', async () => {
    const log = makeLog('a', 'b', 'c', 'd');
    const shared = new Shared();
    const [one, two] = [shared.open(), shared.open()];
    const hashes = new Hashes(log);
    for (const each of [one, two]) await each.accept(headOf(log, 2), { vkeys: [log.vkey] }, hashes);
    await two.accept(headOf(log, 5), { vkeys: [log.vkey] }, hashes);
    await two.flush();
    await one.accept(headOf(log, 4), { vkeys: [log.vkey] }, hashes);
    await one.flush();
    assert.equal(shared.saved?.note, log.note(5));
    assert.equal(await one.findSize(), 5);
  });

  test('of one process must not contradict that of another one', async () => {
    const log = makeLog('a', 'b');
    const other = makeLog('a', 'x', 'y');
    other.key = log.key;
    const shared = new Shared();
    const [one, two] = [shared.open(), shared.open()];
    for (const each of [one, two]) await each.accept(headOf(log, 2), { vkeys: [log.vkey] }, new Hashes(log));
    shared.nowMs += 10_000;
    await one.accept(headOf(log), { vkeys: [log.vkey] }, new Hashes(log));
    await assert.rejects(two.accept(headOf(other), { vkeys: [log.vkey] }, new Hashes(other)), {
      finding: 'fork',
    });
  });

  test('has one key, if two processes see it first', async () => {
    const log = makeLog('a');
    const other = makeLog('a');
    other.key = makeKey();
    const shared = new Shared();
    const [one, two] = [shared.open(), shared.open()];
    await Promise.all([one, two].map((each) => each.findKeys()));
    await one.accept(headOf(log), { vkeys: [log.vkey], isFirstUse: true }, new Hashes(log));
    const late = { vkeys: [other.vkey], isFirstUse: true };
    await assert.rejects(two.accept(headOf(other), late, new Hashes(other)), {
      finding: 'untrusted-key',
    });
    assert.deepEqual(shared.saved?.vkeys, [log.vkey]);
  });

  test('of a log behind an upstream is compared with heads of its size only', async () => {
    const log = makeLog('a', 'b', 'c');
    const shared = new Shared();
    const seen = shared.open();
    for (const size of [2, 4, 1]) await seen.accept(headOf(log, size), { vkeys: [log.vkey] }, undefined);
    assert.equal(shared.saved?.note, log.note(2));
    const other = makeLog('x');
    other.key = log.key;
    await assert.rejects(seen.accept(headOf(other), { vkeys: [log.vkey] }, undefined), { finding: 'fork' });
  });

  test('of a log with another name starts again', async () => {
    const log = makeLog('a', 'b');
    const next = makeLog('x');
    next.origin = 'primes.example/-/log/2';
    const shared = new Shared();
    const seen = shared.open();
    await seen.accept(headOf(log), { vkeys: [log.vkey] }, new Hashes(log));
    await seen.accept(headOf(next), { vkeys: [next.vkey] }, new Hashes(next));
    assert.deepEqual(shared.saved, { url: URL, vkeys: [next.vkey], note: next.note() });
  });
});

describe('the keys of the log of an upstream', () => {
  test('are learned under the newest head of any process, and known to all', async () => {
    const log = makeLog('a', 'b');
    const shared = new Shared();
    const [one, other] = [shared.open(), shared.open()];
    const hashes = new Hashes(log);
    const first = log.vkey;
    await one.accept(headOf(log, 2), { vkeys: [first] }, hashes);
    assert.deepEqual(await other.findKeys(), [first]);
    log.rotate();
    await one.accept(headOf(log), { vkeys: [first] }, hashes);
    await one.learn([first], async ({ head, vkeys }) => {
      assert.deepEqual([head.size, vkeys], [log.size, [first]]);
      return [first, log.vkey];
    });
    assert.deepEqual(await one.findKeys(), [first, log.vkey]);
    // The other process has seen neither that head nor the key, and asks nobody for what is known.
    await other.learn([first], async ({ head, vkeys }) => {
      assert.deepEqual([head.size, vkeys], [log.size, [first, log.vkey]]);
      return [];
    });
    assert.deepEqual(await other.findKeys(), [first, log.vkey]);
  });

  test('are not lost when a process that does not know them saves a head', async () => {
    const log = makeLog('a', 'b');
    const shared = new Shared();
    const [one, other] = [shared.open(), shared.open()];
    const hashes = new Hashes(log);
    const first = [log.vkey];
    await one.accept(headOf(log, 2), { vkeys: first }, hashes);
    await other.accept(headOf(log, 2), { vkeys: first }, hashes);
    await one.learn(first, async () => ['b+2']);
    shared.nowMs += 60_000;
    await other.accept(headOf(log, 3), { vkeys: first }, hashes);
    await other.flush();
    assert.deepEqual(shared.saved, { url: URL, vkeys: [...first, 'b+2'], note: log.note(3) });
  });

  test('are not looked for under a head that no trusted key has signed', async () => {
    const log = makeLog('a', 'b');
    const shared = new Shared();
    const seen = shared.open();
    await seen.accept(headOf(log, 2), { vkeys: [log.vkey] }, new Hashes(log));
    // The operator trusts another key now: the former one was stolen.
    log.key = makeKey();
    await seen.learn([log.vkey], async () => assert.fail('nothing is to be believed'));
    assert.equal(shared.saves, 1);
  });

  test('continue those that are configured, without any from before', () => {
    assert.deepEqual(continueKeys(['b'], ['a', 'b', 'c']), ['b', 'c']);
    assert.deepEqual(continueKeys(['a'], ['a', 'b', 'c']), ['a', 'b', 'c']);
    assert.deepEqual(continueKeys(['x'], ['a', 'b', 'c']), ['x']);
    assert.deepEqual(continueKeys(['a', 'c'], ['a', 'b', 'c']), ['a', 'c']);
  });
});
