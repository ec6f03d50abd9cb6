// The tarball cache: it returns tarballs complete or not at all, and its errors never stop an install.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DamagedTarballError } from '../../../src/install/cache/read-verified.ts';
import { TarballCache } from '../../../src/install/cache/tarball-cache.ts';

const parent = await mkdtemp(join(tmpdir(), 'prime-cache-'));
after(() => rm(parent, { recursive: true }));
const newFolder = async (): Promise<string> =>
  join(await mkdtemp(join(parent, 'home-')), 'cache', 'tarballs');

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const SMALL = Buffer.from('a tarball');
// More than the limit for reading in one piece.
const LARGE = randomBytes(3 * 2 ** 20);

/** The bytes in pieces that share one buffer, as a network connection may deliver them. */
async function* inPieces(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(pieceBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

async function store(cache: TarballCache, bytes: Uint8Array): Promise<string> {
  const sha256 = digestOf(bytes);
  assert.ok((await collect(cache.tee(sha256, inPieces(bytes)))).equals(bytes));
  return sha256;
}

/** All files below a folder, including temporary ones. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('a tarball', () => {
  for (const [size, bytes] of Object.entries({ small: SMALL, large: LARGE, empty: Buffer.alloc(0) })) {
    test(`that is ${size} is passed on, stored under its digest, found and read`, async () => {
      const folder = await newFolder();
      const warnings: string[] = [];
      const cache = new TarballCache(folder, { onWarning: (text) => warnings.push(text) });
      assert.equal(await cache.find(digestOf(bytes)), undefined);
      const sha256 = await store(cache, bytes);
      const path = join(folder, sha256.slice(0, 2), sha256);
      assert.deepEqual(await cache.find(sha256), { path, sizeBytes: bytes.length });
      assert.ok((await collect(cache.read(sha256))).equals(bytes));
      assert.deepEqual(await filesIn(folder), [sha256]);
      assert.deepEqual(warnings, []);
    });
  }

  test('is passed on while it arrives, not when it is complete', async () => {
    const cache = new TarballCache(await newFolder());
    let piecesGiven = 0;
    const chunks = (async function* () {
      for (; piecesGiven < 3; piecesGiven += 1) yield SMALL;
    })();
    for await (const _chunk of cache.tee(digestOf(SMALL), chunks)) {
      assert.equal(piecesGiven, 0);
      break;
    }
  });

  test('that is not read to its end is not stored, and its source is closed', async () => {
    const folder = await newFolder();
    const cache = new TarballCache(folder);
    let isClosed = false;
    const chunks = (async function* () {
      try {
        yield* inPieces(LARGE);
      } finally {
        isClosed = true;
      }
    })();
    for await (const _chunk of cache.tee(digestOf(LARGE), chunks)) {
      assert.equal((await filesIn(folder)).length, 1);
      break;
    }
    assert.ok(isClosed);
    assert.deepEqual(await filesIn(folder), []);
  });

  test('whose source fails at the end, because the digest is wrong, is not stored', async () => {
    const folder = await newFolder();
    const cache = new TarballCache(folder);
    const chunks = (async function* () {
      yield* inPieces(LARGE);
      throw new Error('the digest is wrong');
    })();
    await assert.rejects(collect(cache.tee(digestOf(LARGE), chunks)), /the digest is wrong/);
    assert.deepEqual(await filesIn(folder), []);
  });

  test('may be stored by several writers at the same time', async () => {
    const folder = await newFolder();
    const caches = Array.from({ length: 8 }, () => new TarballCache(folder, { onWarning: assert.fail }));
    const [sha256] = await Promise.all(caches.map((cache) => store(cache, LARGE)));
    assert.deepEqual(await filesIn(folder), [sha256]);
    assert.ok((await collect(new TarballCache(folder).read(sha256 ?? ''))).equals(LARGE));
  });

  test('stays in the cache if a reader stops early', async () => {
    const cache = new TarballCache(await newFolder());
    for (const bytes of [SMALL, LARGE]) {
      const sha256 = await store(cache, bytes);
      for await (const _chunk of cache.read(sha256)) break;
      assert.ok((await collect(cache.read(sha256))).equals(bytes));
    }
  });

  test('that is small is read in one piece, without promises', async () => {
    const cache = new TarballCache(await newFolder());
    const sha256 = await store(cache, SMALL);
    const chunks = cache.read(sha256);
    assert.ok(Symbol.iterator in chunks);
    assert.deepEqual([...chunks], [SMALL]);
  });

  test('that cannot be accessed is damaged', async () => {
    const folder = await newFolder();
    const cache = new TarballCache(folder);
    const sha256 = await store(cache, SMALL);
    const path = join(folder, sha256.slice(0, 2), sha256);
    await rm(path);
    await symlink(path, path);
    await assert.rejects(async () => collect(cache.read(sha256)), DamagedTarballError);
  });

  test('is named by its digest, never by a path', async () => {
    const cache = new TarballCache(await newFolder());
    const name = `../../${'a'.repeat(58)}`;
    await assert.rejects(cache.find(name), TypeError);
    assert.throws(() => cache.read(name), TypeError);
    await assert.rejects(collect(cache.tee(name, inPieces(SMALL))), TypeError);
  });
});

describe('a damaged tarball', () => {
  const damages: Record<string, (path: string) => Promise<void>> = {
    'cut off': (path) => truncate(path, 5),
    'changed at its end': async (path) => {
      const { size } = await stat(path);
      await writeFile(
        path,
        size > 100 ? Buffer.concat([LARGE.subarray(1), SMALL.subarray(0, 1)]) : 'a tarbalL',
      );
    },
    'replaced by a folder': async (path) => {
      await rm(path);
      await mkdir(path);
    },
    removed: (path) => rm(path),
  };
  for (const [what, damage] of Object.entries(damages)) {
    test(`(${what}) is detected and removed, and may be stored again`, async () => {
      for (const bytes of [SMALL, LARGE]) {
        const folder = await newFolder();
        const cache = new TarballCache(folder);
        const sha256 = await store(cache, bytes);
        await damage(join(folder, sha256.slice(0, 2), sha256));
        await assert.rejects(collect(cache.read(sha256)), DamagedTarballError);
        assert.equal(await cache.find(sha256), undefined);
        await store(cache, bytes);
        assert.ok((await collect(cache.read(sha256))).equals(bytes));
      }
    });
  }

  test('yields no byte if it is small', async () => {
    const folder = await newFolder();
    const cache = new TarballCache(folder);
    const sha256 = await store(cache, SMALL);
    await writeFile(join(folder, sha256.slice(0, 2), sha256), 'something else');
    const chunks: Uint8Array[] = [];
    await assert.rejects(async () => {
      for await (const chunk of cache.read(sha256)) chunks.push(chunk);
    }, DamagedTarballError);
    assert.deepEqual(chunks, []);
  });
});

describe('a cache that cannot be written', () => {
  test('causes one warning, and tarballs are still passed on', async () => {
    const folder = join(parent, 'a file');
    await writeFile(folder, '');
    const warnings: string[] = [];
    const cache = new TarballCache(folder, { onWarning: (text) => warnings.push(text) });
    await store(cache, SMALL);
    const sha256 = await store(cache, LARGE);
    assert.equal(warnings.length, 1);
    assert.ok(warnings[0]?.includes(folder));
    assert.equal(await cache.find(sha256), undefined);
  });

  test('from the middle of a tarball on causes one too', async () => {
    const folder = await newFolder();
    const warnings: string[] = [];
    const cache = new TarballCache(folder, { onWarning: (text) => warnings.push(text) });
    let isFirst = true;
    for await (const _chunk of cache.tee(digestOf(LARGE), inPieces(LARGE))) {
      if (isFirst) await rm(folder, { recursive: true });
      isFirst = false;
    }
    assert.equal(warnings.length, 1);
    assert.equal(await cache.find(digestOf(LARGE)), undefined);
  });
});

test('only its owner can read what is stored, whatever the folder was', {
  skip: process.platform === 'win32',
}, async () => {
  const folder = await newFolder();
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const sha256 = await store(new TarballCache(folder), SMALL);
  const below = join(folder, sha256.slice(0, 2));
  assert.equal((await stat(below)).mode & 0o777, 0o700);
  assert.equal((await stat(join(below, sha256))).mode & 0o777, 0o600);
});

describe('temporary files', () => {
  test('of killed processes are removed after a day', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'incoming'), { recursive: true });
    const [old, young] = ['1', '2'].map((pid) => `${pid}-${'a'.repeat(16)}`) as [string, string];
    for (const [name, hours] of Object.entries({ [old]: 25, [young]: 23 })) {
      const path = join(folder, 'incoming', name);
      await writeFile(path, '');
      const date = new Date(Date.now() - hours * 3_600_000);
      await utimes(path, date, date);
    }
    const sha256 = await store(new TarballCache(folder), SMALL);
    assert.deepEqual((await filesIn(folder)).toSorted(), [sha256, young].toSorted());
  });

  test('are all that is removed, also behind a link', { skip: process.platform === 'win32' }, async () => {
    const [folder, home] = [await newFolder(), await newFolder()];
    const folderName = `1-${'a'.repeat(16)}`;
    await mkdir(join(home, folderName), { recursive: true });
    await mkdir(folder, { recursive: true });
    for (const path of ['thesis.txt', join(folderName, 'data')]) {
      await writeFile(join(home, path), 'work of years');
      await utimes(join(home, path), 0, 0);
    }
    await utimes(join(home, folderName), 0, 0);
    await symlink(home, join(folder, 'incoming'));
    await store(new TarballCache(folder), SMALL);
    assert.deepEqual((await filesIn(home)).toSorted(), ['data', 'thesis.txt']);
  });
});
