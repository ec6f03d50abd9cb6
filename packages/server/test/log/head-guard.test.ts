// No log is ever signed twice with different entries, whatever happens to the database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MarkStore } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import type { LogHead } from '@prime-registry/store';
import { parseCheckpoint, parseNote, rootOf } from '@prime-registry/tlog';
import { CurrentSigner } from '../../src/log/current-signer.ts';
import { HeadGuard } from '../../src/log/head-guard.ts';
import { sha256 } from '../../src/signing/ed25519.ts';
import { makeSigningKey, verifierKeyOf } from '../../src/signing/key-file.ts';
import { createNoteSigner } from '../../src/signing/note-signer.ts';
import { MemoryLog } from './memory-log.ts';

const ORIGIN = 'primes.example/-/log';
const KEY = makeSigningKey(ORIGIN);

/** The storage of the tarballs. */
class Bucket implements MarkStore {
  text: string | undefined;
  isAway = false;
  writes = 0;

  async readMark(): Promise<string | undefined> {
    if (this.isAway) throw new RegistryError('storage_unavailable', { detail: 'away' });
    return this.text;
  }

  async writeMark(_name: string, text: string): Promise<void> {
    if (this.isAway) throw new RegistryError('storage_unavailable', { detail: 'away' });
    this.writes += 1;
    this.text = text;
  }
}

function nameOf(log: MemoryLog, origin = ORIGIN) {
  const vkey = verifierKeyOf(origin, KEY);
  return {
    origin,
    vkey,
    logId: log.logId,
    beganAtSize: 0,
    atMs: 0,
    endedAtSize: undefined,
    reason: undefined,
  };
}

/** A process of a registry. */
function serve(log: MemoryLog, marks: MarkStore) {
  if (log.names.length === 0) log.names = [nameOf(log)];
  const halts: string[] = [];
  const failures: unknown[] = [];
  const open = () => {
    const { origin, logId } = log.names.at(-1) ?? nameOf(log);
    const earlierIds = log.names.map((name) => name.logId).filter((id) => id !== logId);
    return { signer: createNoteSigner(origin, [KEY], Date.now), logId, earlierIds };
  };
  const guard = new HeadGuard({
    ...{ store: log.store, marks, sha256 },
    signer: new CurrentSigner(open(), async () => open()),
    onHalt: (reason) => halts.push(reason),
    onFailure: (error) => failures.push(error),
  });
  return { guard, halts, failures, sign: (head = log.head()) => guard.signHead(head) };
}

/** The size that a note says; the note must be of this head. */
function sizeOf(note: string, head: LogHead): number {
  const { origin, size, root } = parseCheckpoint(parseNote(note).text);
  assert.equal(origin, ORIGIN);
  assert.deepEqual([...root], [...rootOf(sha256, head.edge)]);
  return size;
}

const halted = (reason: RegExp) => (error: unknown) =>
  error instanceof RegistryError && error.code === 'log_halted' && reason.test(error.message);

function entries(from: number, to: number, beginning = 'entry'): string[] {
  return Array.from({ length: to - from }, (_, index) => `${beginning} ${from + index}`);
}

describe('what grows', () => {
  test('is signed, head by head; the mark follows once for all of them', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    const { guard, sign } = serve(log, marks);
    for (let size = 1; size <= 40; size += 1) {
      const head = log.append(`entry ${size}`);
      assert.equal(sizeOf(await sign(head), head), size);
    }
    const last = await sign();
    assert.equal(await guard.findLastNote(), last);
    await guard.close();
    assert.equal(marks.writes, 1);
    assert.ok(marks.text?.includes(JSON.stringify(last)));
  });

  test('is signed in any order in which commits were answered', async () => {
    const log = new MemoryLog();
    const { sign } = serve(log, new Bucket());
    const heads = entries(0, 20).map((entry) => log.append(entry));
    for (const head of heads.toReversed()) assert.equal(sizeOf(await sign(head), head), head.edge.size);
  });

  test('is signed by several processes; the mark keeps the largest head', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    const [one, two] = [serve(log, marks), serve(log, marks)];
    log.append(...entries(0, 300));
    await one.sign();
    log.append(...entries(300, 400));
    const last = await two.sign();
    await two.guard.close();
    await one.guard.close();
    assert.ok(marks.text?.includes(JSON.stringify(last)));
    assert.deepEqual([...one.failures, ...two.failures], []);
  });

  test('is signed after a restart of the database server that lost nothing', async () => {
    const log = new MemoryLog();
    const { sign, halts } = serve(log, new Bucket());
    log.append(...entries(0, 70));
    await sign();
    log.server = 'two';
    const head = log.append('one more');
    assert.equal(sizeOf(await sign(head), head), 71);
    assert.deepEqual(halts, []);
  });
});

describe('the log halts, and nothing more is signed,', { concurrency: true }, () => {
  const cases: [title: string, change: (log: MemoryLog) => void, reason: RegExp][] = [
    ['if an older backup is restored', (log) => log.cut(90), /has 90 of its entries, and 100 were signed/],
    [
      'if the restored one has grown since',
      (log) => {
        log.cut(90);
        log.append(...entries(90, 120, 'other'));
      },
      /the first 100 entries in the database are not the ones that were signed/,
    ],
    [
      'if another registry has the same name and its storage',
      (log) => {
        log.logId = '00000000000000bb';
        log.names = [nameOf(log)];
      },
      /other entries were signed as primes\.example\/-\/log: another registry has the same name/,
    ],
  ];
  for (const [title, change, reason] of cases) {
    test(title, async () => {
      const [log, marks] = [new MemoryLog(), new Bucket()];
      const before = serve(log, marks);
      log.append(...entries(0, 100));
      const last = await before.sign();
      await before.guard.close();
      const mark = marks.text;

      change(log);
      const after = serve(log, marks);
      await after.guard.start();
      assert.match(log.halted ?? '', reason);
      assert.deepEqual(after.halts, [log.halted]);
      await assert.rejects(after.sign(), halted(reason));
      assert.equal(await after.guard.findLastNote(), last, 'clients keep what they have seen');
      await after.guard.close();
      assert.equal(marks.text, mark, 'the evidence stays');
      const again = serve(log, marks);
      await again.guard.start();
      await assert.rejects(again.sign(), halted(reason));
    });
  }

  test('if a standby that lost commits takes over, in the process that signed them', async () => {
    const log = new MemoryLog();
    const { sign } = serve(log, new Bucket());
    log.append(...entries(0, 100));
    await sign();
    log.cut(99);
    log.server = 'standby';
    log.append(...entries(99, 110, 'other'));
    await assert.rejects(sign(), halted(/the first 100 entries/));
  });

  test('if a standby that lost commits takes over, in another process, which waits for the mark of the first', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    const [one, two] = [serve(log, marks), serve(log, marks)];
    log.append(...entries(0, 99));
    await two.sign();
    log.append(...entries(99, 100));
    await one.sign();
    assert.equal(marks.text, undefined, 'no time has passed');
    log.cut(99);
    log.server = 'standby';
    log.append('other');
    await assert.rejects(two.sign(), halted(/the first 100 entries/));
  });

  test('if two registries with the same key and storage both grow', async () => {
    const marks = new Bucket();
    const [first, second] = [new MemoryLog(), new MemoryLog()];
    const [one, two] = [serve(first, marks), serve(second, marks)];
    for (const [log, beginning] of [
      [first, 'a'],
      [second, 'b'],
    ] as const) {
      log.append(...entries(0, 10), ...entries(10, 12, beginning));
    }
    await one.sign();
    await two.sign();
    await one.guard.close();
    await two.guard.close();
    assert.match(second.halted ?? '', /the first 12 entries/);
    assert.equal(first.halted, undefined);
  });

  test('if the database is older than the last restart of the log', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    log.append(...entries(0, 10));
    const before = serve(log, marks);
    await before.sign();
    const names = log.names;
    log.logId = '00000000000000cc';
    log.names = [...names, nameOf(log, `${ORIGIN}/2`)];
    log.append('begin');
    const { origin } = parseCheckpoint(parseNote(await before.sign()).text);
    assert.equal(origin, `${ORIGIN}/2`, 'a running process follows the new name');
    await before.guard.close();

    log.logId = '00000000000000aa';
    log.names = names;
    const after = serve(log, marks);
    await after.guard.start();
    assert.match(
      log.halted ?? '',
      /restarted as primes\.example\/-\/log\/2, which the database does not know/,
    );
  });
});

describe('nothing is signed, and nothing halts,', () => {
  test('as long as the mark cannot be read; what is signed later is marked later', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    log.append(...entries(0, 5));
    marks.isAway = true;
    const { guard, sign, failures } = serve(log, marks);
    await guard.start();
    assert.equal(failures.length, 1);
    await assert.rejects(sign(), { code: 'storage_unavailable' });
    marks.isAway = false;
    const last = await sign();
    assert.equal(sizeOf(last, log.head()), 5);
    await guard.close();
    assert.ok(marks.text?.includes(JSON.stringify(last)));
    assert.equal(log.halted, undefined);
  });

  test('if the mark is damaged: the message says what to do', async () => {
    const [log, marks] = [new MemoryLog(), new Bucket()];
    log.append('entry');
    for (const text of ['', '{}', 'null', '{"format":1,"log_id":"a","earlier_ids":[],"note":"no note"}']) {
      marks.text = text;
      const { sign } = serve(log, marks);
      await assert.rejects(
        sign(),
        /the mark log-head\.json next to the tarballs is damaged.*delete the mark/,
      );
    }
    assert.equal(log.halted, undefined);
  });

  test('of a commit that was lost with its server before anything was signed', async () => {
    const log = new MemoryLog();
    const { sign } = serve(log, new Bucket());
    log.append(...entries(0, 10));
    const lost = log.append('lost');
    log.cut(10);
    log.server = 'standby';
    log.append('other');
    await assert.rejects(sign(lost), { code: 'storage_unavailable' });
    assert.equal(sizeOf(await sign(), log.head()), 11);
    assert.equal(log.halted, undefined);
  });

  test('of a halted log', async () => {
    const log = new MemoryLog();
    const { sign } = serve(log, new Bucket());
    log.append('entry');
    log.halted = 'restored from the backup of today';
    await assert.rejects(sign(), halted(/restored from the backup of today.*log restart/));
  });
});
