// The spool of a tarball: every reader gets it at its own pace, nobody gets the end of a wrong one, and
// nothing is left behind.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { SpoolRoom, TarballSpool } from '../../../src/mirror/pull/tarball-spool.ts';
import { fill, makeSmallDisk } from '../../process/faults/small-disk.ts';

const PIECE_BYTES = 50_000;

async function readAll(spool: TarballSpool, pauseMs = 0): Promise<Buffer> {
  const body = spool.read();
  assert.ok(body !== undefined);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(Uint8Array.from(piece));
    await delay(pauseMs);
  }
  return Buffer.concat(pieces);
}

for (const sizeBytes of [0, 1, 60_000, 300_000, 2_000_000]) {
  test(`${sizeBytes} bytes reach fast and slow readers, early and late ones`, async () => {
    const spool = new TarballSpool();
    const whole = randomBytes(sizeBytes);
    const early = [readAll(spool), readAll(spool, 1)];
    for (let at = 0; at < sizeBytes; at += PIECE_BYTES)
      await spool.write(whole.subarray(at, at + PIECE_BYTES));
    spool.end();
    await spool.whole();
    const late = readAll(spool);
    await spool.close();
    for (const bytes of await Promise.all([...early, late])) assert.ok(bytes.equals(whole));
    assert.equal(spool.read(), undefined, 'everybody has left');
  });
}

describe('one that fails', () => {
  const failure = new Error('wrong digest');

  test('at its end has released everything but its last piece', async () => {
    const spool = new TarballSpool();
    const body = spool.read();
    let gotBytes = 0;
    const reading = (async () => {
      for await (const piece of body ?? []) gotBytes += piece.length;
    })();
    for (let piece = 0; piece < 10; piece += 1) await spool.write(randomBytes(PIECE_BYTES));
    spool.fail(failure);
    await assert.rejects(reading, failure);
    assert.equal(gotBytes, 9 * PIECE_BYTES);
    await spool.begun();
    await assert.rejects(spool.whole(), failure);
    await spool.close();
  });

  test('when it is small has released nothing', async () => {
    const spool = new TarballSpool();
    await spool.write(randomBytes(60_000));
    const begun = spool.begun();
    spool.fail(failure);
    await assert.rejects(begun, failure);
    await spool.close();
  });
});

describe('when it is stored', () => {
  const whole = randomBytes(1_000_000);
  const fill = async (spool: TarballSpool): Promise<void> => {
    for (let at = 0; at < whole.length; at += PIECE_BYTES)
      await spool.write(whole.subarray(at, at + PIECE_BYTES));
    spool.end();
  };

  test('slow readers go on with the stored tarball, and hold no room', async () => {
    // For one tarball.
    const room = new SpoolRoom(whole.length / 64);
    const spool = new TarballSpool(room);
    const [begun, waiting] = [spool.read(), spool.read()].map((body) => body?.[Symbol.asyncIterator]());
    await fill(spool);
    const first = (await begun?.next())?.value as Uint8Array;
    const asked: number[] = [];
    await spool.handOver(async (from) => {
      asked.push(from);
      return (async function* () {
        yield whole.subarray(from);
      })();
    });
    const next = new TarballSpool(room);
    await fill(next);
    await next.close();
    const rest = async (pieces: typeof begun): Promise<Buffer> => {
      const read: Uint8Array[] = [];
      for (let each = await pieces?.next(); each?.done === false; each = await pieces?.next())
        read.push(each.value);
      return Buffer.concat(read);
    };
    assert.ok(Buffer.concat([first, await rest(begun)]).equals(whole));
    assert.ok((await rest(waiting)).equals(whole));
    assert.ok((await readAll(spool)).equals(whole), 'who joins later');
    assert.deepEqual(asked, [first.length, 0, 0]);
    await spool.close();
    assert.equal(spool.read(), undefined);
  });

  test('who has read all of it asks for nothing, and a failure reaches the others', async () => {
    const spool = new TarballSpool();
    const body = spool.read()?.[Symbol.asyncIterator]();
    await fill(spool);
    for (let bytes = 0; bytes < whole.length; ) bytes += (await body?.next())?.value?.length ?? 0;
    await spool.handOver(() => Promise.reject(new Error('gone')));
    assert.equal((await body?.next())?.done, true);
    await assert.rejects(readAll(spool), /gone/);
    await spool.close();
  });
});

test('the writer may reuse the memory of a piece', async () => {
  const spool = new TarballSpool();
  const piece = Buffer.alloc(1000, 1);
  await spool.write(piece);
  piece.fill(2);
  spool.end();
  const bytes = await readAll(spool);
  await spool.close();
  assert.ok(bytes.equals(Buffer.alloc(1000, 1)));
});

test('its temporary file has no name, however large it is', {
  skip: process.platform === 'win32',
}, async () => {
  const spool = new TarballSpool();
  for (let piece = 0; piece < 10; piece += 1) await spool.write(randomBytes(PIECE_BYTES));
  // Others may use the folder at the same time, but not this name.
  const named = (await readdir(tmpdir())).filter((name) =>
    /^prime-registry-[0-9a-f]{8}-[0-9a-f]{4}-/.test(name),
  );
  assert.deepEqual(named, []);
  spool.fail(new Error('of no use'));
  await spool.close();
});

test('a full disk leaves no open file, which would end the process when it is collected', async (t) => {
  const folder = await makeSmallDisk(t);
  if (folder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  await fill(folder, 0);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const spool = new TarballSpool();
  // Up to 256 KiB are in memory.
  await spool.write(randomBytes(200_000));
  await assert.rejects(spool.write(randomBytes(100_000)), { code: 'ENOSPC' });
  spool.fail(new Error('no room'));
  await spool.close();
  const files = await readdir('/proc/self/fd');
  const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
  assert.deepEqual(
    targets.filter((target) => target.startsWith(folder)),
    [],
  );
});
