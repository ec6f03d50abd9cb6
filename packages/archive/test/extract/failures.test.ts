// Failures around a valid tarball: aborts, sources and disks. The first error is thrown unchanged, and
// nothing is left behind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { extractTarball } from '../../src/index.ts';
import { buildTarball, buildTarballOf, tarFile, tarFolder } from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';
import { makeSandbox, type Sandbox } from '../sandbox.ts';

/** So large that files are written before its second half arrives, in the middle of the second file. */
const TARBALL = buildTarball(
  tarFolder('empty/'),
  tarFile('a/first', randomBytes(200_000)),
  tarFile('a/second', randomBytes(600_000)),
  tarFile('b/third', 'x'),
  tarFile('last', 'x'),
);
const HALF = TARBALL.length / 2;
/** A whole number of pages, and less than the unpacked tarball. */
const SMALL_DISK_BYTES = 100 * 4096;

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

/** The tarball in two halves; `between` runs after the first was written. */
async function* inHalves(between: () => unknown, onClosed = () => {}): AsyncGenerator<Uint8Array> {
  try {
    yield TARBALL.subarray(0, HALF);
    assert.deepEqual(readdirSync(join(sandbox.target, 'a')).sort(), ['first', 'second']);
    await between();
    yield TARBALL.subarray(HALF);
  } finally {
    onClosed();
  }
}

/** The error of an extraction that must reject. */
async function failToExtract(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<unknown> {
  const before = sandbox.pictureOutside();
  const handles = countHandles();
  const error = await extractTarball(source, sandbox.target, WIDE_LIMITS, { signal }).then(
    () => assert.fail('it was unpacked'),
    (reason: unknown) => reason,
  );
  assert.deepEqual(sandbox.pictureOutside(), before);
  assert.equal(countHandles(), handles, 'a file was left open');
  return error;
}

/** Number of open files of the process, if the system provides it. */
function countHandles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

describe('an abort', () => {
  it('in the middle rejects with its reason and closes the source', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    let closed = false;
    const source = inHalves(
      () => controller.abort(reason),
      () => {
        closed = true;
      },
    );
    assert.equal(await failToExtract(source, controller.signal), reason);
    assert.ok(closed, 'the source was left open');
  });

  it('before the start reads nothing', async () => {
    let isRead = false;
    const source = Readable.from([TARBALL]).on('data', () => {
      isRead = true;
    });
    source.pause();
    const error = await failToExtract(source, AbortSignal.abort(new Error('too late')));
    assert.match(String(error), /too late/);
    assert.ok(source.destroyed && !isRead);
  });

  it('does not wait for a stalled source', { timeout: 10_000 }, async () => {
    const controller = new AbortController();
    const stall = Promise.withResolvers<void>();
    let closed = false;
    const source = inHalves(
      () => {
        controller.abort(new Error('too slow'));
        return stall.promise;
      },
      () => {
        closed = true;
      },
    );
    assert.match(String(await failToExtract(source, controller.signal)), /too slow/);
    stall.resolve();
    await setImmediate();
    assert.ok(closed, 'the source was left open');
  });

  it('closes a stalled stream', { timeout: 10_000 }, async () => {
    const controller = new AbortController();
    const source = new Readable({ read() {} });
    source.push(TARBALL.subarray(0, HALF));
    const failed = failToExtract(source, controller.signal);
    await setImmediate();
    controller.abort(new Error('too slow'));
    assert.match(String(await failed), /too slow/);
    assert.ok(source.destroyed);
  });

  it('right after the last bytes leaves nothing behind', async () => {
    const controller = new AbortController();
    const source = (async function* () {
      yield TARBALL;
      controller.abort(new Error('at the last moment'));
    })();
    assert.match(String(await failToExtract(source, controller.signal)), /at the last moment/);
  });

  it('that comes too late has no effect', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const extraction = await extractTarball([TARBALL], sandbox.target, WIDE_LIMITS, options);
    controller.abort();
    await setImmediate();
    assert.ok(extraction.ok);
    assert.deepEqual(readdirSync(sandbox.target).sort(), ['a', 'b', 'empty', 'last']);
  });
});

describe('a source that fails', () => {
  it('in the middle: its error is thrown', async () => {
    const broken = new Error('the connection was reset');
    const source = inHalves(() => {
      throw broken;
    });
    assert.equal(await failToExtract(source), broken);
  });

  it('immediately: its error is thrown', async () => {
    const broken = new Error('no connection');
    const source = new Readable({
      read() {
        this.destroy(broken);
      },
    });
    assert.equal(await failToExtract(source), broken);
  });

  it('after an invalid start: the result is the problem', async () => {
    const source = (async function* () {
      yield Buffer.alloc(100_000, 'not gzip');
      throw new Error('never read');
    })();
    assert.equal((await extractTarball(source, sandbox.target, WIDE_LIMITS)).ok, false);
  });
});

describe('a disk that fails', () => {
  it('when the target is removed: the error is thrown, and the source is closed', async () => {
    let closed = false;
    const source = inHalves(
      () => rmSync(sandbox.target, { recursive: true }),
      () => {
        closed = true;
      },
    );
    assert.equal(((await failToExtract(source)) as NodeJS.ErrnoException).code, 'ENOENT');
    assert.ok(closed, 'the source was left open');
  });

  const intruders: Record<string, (target: string) => void> = {
    'a link in place of a folder': (target) => symlinkSync('..', join(target, 'b')),
    'a folder in place of a folder': (target) => mkdirSync(join(target, 'b')),
    'a file in place of a folder': (target) => writeFileSync(join(target, 'b'), ''),
    'a link in place of a file': (target) => symlinkSync('../canary', join(target, 'last')),
    'a file in place of a file': (target) => writeFileSync(join(target, 'last'), ''),
  };
  for (const [name, intrude] of Object.entries(intruders)) {
    it(`when somebody puts ${name}: nothing is followed or replaced`, async () => {
      const error = await failToExtract(inHalves(() => intrude(sandbox.target)));
      assert.equal((error as NodeJS.ErrnoException).code, 'EEXIST');
    });
  }

  it('when the disk is full', async (t) => {
    if (!mountSmallDisk(sandbox.target)) return t.skip('needs Linux, root, and leave to mount a tmpfs');
    const disk = sandbox.target;
    try {
      const target = join(disk, 'target');
      // The last bytes of the second file are only a part of one write.
      for (const tarball of [TARBALL, buildTarballOf({ a: randomBytes(SMALL_DISK_BYTES + 1) })]) {
        await assert.rejects(extractTarball([tarball], target, WIDE_LIMITS), { code: 'ENOSPC' });
        assert.deepEqual(readdirSync(disk), []);
      }
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });
});

describe('a parent folder', () => {
  it('that is missing is not created', async () => {
    const target = join(sandbox.target, 'below');
    const before = sandbox.pictureOutside();
    const source = Readable.from([TARBALL]);
    await assert.rejects(extractTarball(source, target, WIDE_LIMITS), { code: 'ENOENT' });
    assert.deepEqual(sandbox.pictureOutside(), before);
    assert.ok(source.destroyed);
  });

  it('that is a file is kept', async () => {
    writeFileSync(sandbox.target, 'kept');
    const before = sandbox.pictureOutside();
    const target = join(sandbox.target, 'below');
    await assert.rejects(extractTarball([TARBALL], target, WIDE_LIMITS), { code: 'ENOTDIR' });
    assert.deepEqual(sandbox.pictureOutside(), before);
  });

  it('that is not writable: the error is thrown', { skip: process.platform === 'win32' }, async () => {
    mkdirSync(sandbox.target);
    for (const folder of ['.', 'outer', 'outer/inner']) chmodSync(join(sandbox.root, folder), 0o755);
    chmodSync(sandbox.target, 0o555);
    const target = join(sandbox.target, 'below');
    await asNobody(() => assert.rejects(extractTarball([TARBALL], target, WIDE_LIMITS), { code: 'EACCES' }));
    assert.deepEqual(readdirSync(sandbox.target), []);
  });
});

it('extracts many tarballs concurrently with one signal', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const { signal } = new AbortController();
  const small = buildTarballOf({ 'a/b': 'x' });
  const extractions = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      extractTarball([small], join(sandbox.root, `${index}`), WIDE_LIMITS, { signal }),
    ),
  );
  await setImmediate();
  process.off('warning', onWarning);
  assert.ok(extractions.every(({ ok }) => ok));
  assert.deepEqual(warnings, []);
});

/** Runs without root, for which modes have no effect. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Mounts a disk of {@link SMALL_DISK_BYTES} at the folder. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_BYTES}`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    rmSync(folder, { recursive: true });
    return false;
  }
}
