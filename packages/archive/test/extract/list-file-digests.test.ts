// Listing a folder with the digests of its files, and of items that are not files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listFileDigests, NO_DIGEST, treeDigest } from '../../src/index.ts';

const IS_WINDOWS = process.platform === 'win32';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prime-list-file-digests-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function digestOf(path: string, content: string | Uint8Array) {
  const sizeBytes = Buffer.byteLength(content);
  return { path, sizeBytes, sha256: createHash('sha256').update(content).digest('hex') };
}

describe('listFileDigests', () => {
  it('lists files at any depth, sorted by the bytes of their paths, and no folders', async () => {
    const files = { b: 'b', 'a/z/deep': 'deep', 'a.b': '', '.hidden': 'h', '\ufffd': '1', '\u{1f600}': '2' };
    write(files);
    mkdirSync(join(root, 'empty'));
    const paths = ['.hidden', 'a.b', 'a/z/deep', 'b', '\ufffd', '\u{1f600}'] as const;
    assert.deepEqual(
      await listFileDigests(root),
      paths.map((path) => digestOf(path, files[path])),
    );
  });

  it('reads files of any size', async () => {
    const sizes = [0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3_000_000];
    const files = Object.fromEntries(sizes.map((size) => [`${size}`, randomBytes(size)]));
    write(files);
    const expected = sizes.map((size) => digestOf(`${size}`, files[size] ?? ''));
    const listed = await listFileDigests(root);
    assert.deepEqual(
      listed.sort((a, b) => a.sizeBytes - b.sizeBytes),
      expected,
    );
  });

  it('reads folders at the same time, also large files', async () => {
    const names = ['one', 'two', 'three'];
    const files = Object.fromEntries(names.map((name) => [`${name}/large`, randomBytes(900_000)]));
    write(files);
    const listed = await Promise.all(names.map((name) => listFileDigests(join(root, name))));
    assert.deepEqual(
      listed,
      names.map((name) => [digestOf('large', files[`${name}/large`] ?? '')]),
    );
  });

  it('leaves no file open', { skip: process.platform !== 'linux' }, async () => {
    write({ a: 'a', b: randomBytes(600_000) });
    const before = readdirSync('/proc/self/fd').length;
    await listFileDigests(root);
    assert.equal(readdirSync('/proc/self/fd').length, before);
  });

  it('lists many files', async () => {
    write(
      Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`d${index % 3}/${index}`, `${index}`])),
    );
    assert.equal((await listFileDigests(root)).length, 250);
  });

  it('returns an empty list for an empty folder', async () => {
    assert.deepEqual(await listFileDigests(root), []);
  });

  it('fails for a missing folder, and for a file in its place', async () => {
    write({ file: '' });
    await assert.rejects(listFileDigests(join(root, 'missing')), { code: 'ENOENT' });
    await assert.rejects(listFileDigests(join(root, 'file')), { code: 'ENOTDIR' });
  });
});

describe('an item that is not a file', () => {
  const content = 'the same content';
  const odd: Record<string, { make(path: string): unknown; problem: RegExp }> = {
    'a link to an identical file': {
      make: (path) => symlinkSync(join(root, 'elsewhere'), path),
      problem: /^is a symbolic link; a Prime may contain only files and folders$/,
    },
    'a link to a folder': { make: (path) => symlinkSync(tmpdir(), path), problem: /^is a symbolic link/ },
    'a link to nothing': { make: (path) => symlinkSync('nothing', path), problem: /^is a symbolic link/ },
    'a named pipe': { make: (path) => execFileSync('mkfifo', [path]), problem: /^is a named pipe/ },
  };
  for (const [name, { make, problem }] of Object.entries(odd)) {
    it(`is listed and not read: ${name}`, { skip: IS_WINDOWS, timeout: 10_000 }, async () => {
      write({ 'tree/a': 'a', 'tree/b/odd': '', elsewhere: content });
      const tree = join(root, 'tree');
      const withEmptyFile = await listFileDigests(tree);
      write({ 'tree/b/odd': content });
      const clean = await listFileDigests(tree);
      rmSync(join(tree, 'b/odd'));
      make(join(tree, 'b/odd'));
      const listed = await listFileDigests(tree);
      const found = { path: 'b/odd', sizeBytes: 0, sha256: NO_DIGEST, problem: listed[1]?.problem };
      assert.deepEqual(listed, [digestOf('a', 'a'), found]);
      assert.match(found.problem ?? '', problem);
      for (const files of [clean, withEmptyFile, clean.slice(0, 1)]) {
        assert.notEqual(treeDigest(listed), treeDigest(files));
      }
    });
  }

  it('is listed and not read: a socket', { skip: IS_WINDOWS }, async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 's'), resolve));
    const [socket] = await listFileDigests(root);
    server.close();
    assert.match(socket?.problem ?? '', /^is a socket/);
  });

  it('may be a name that is not valid UTF-8', { skip: process.platform !== 'linux' }, async () => {
    const name = Buffer.from([0x61, 0xff]);
    const prefix = Buffer.from(`${root}/`);
    write({ 'a\ufffd': 'x' });
    writeFileSync(Buffer.concat([prefix, name]), 'x');
    mkdirSync(Buffer.concat([prefix, Buffer.of(0xfe)]));
    const listed = await listFileDigests(root);
    assert.deepEqual(
      listed.map(({ path, sha256, problem }) => [path, sha256.length, problem]).sort(),
      [
        ['a\ufffd', 64, undefined],
        ['a\ufffd', NO_DIGEST.length, 'has a name that is not valid UTF-8; rename it'],
        ['\ufffd', NO_DIGEST.length, 'has a name that is not valid UTF-8; rename it'],
      ].sort(),
    );
  });

  it('is not the listed folder itself, which may be a link', { skip: IS_WINDOWS }, async () => {
    write({ 'tree/a': 'a' });
    symlinkSync('tree', join(root, 'link'));
    assert.deepEqual(await listFileDigests(join(root, 'link')), [digestOf('a', 'a')]);
  });
});

describe('an abort', () => {
  it('before the start rejects with its reason', async () => {
    const signal = AbortSignal.abort(new Error('no'));
    await assert.rejects(listFileDigests(root, { signal }), /no/);
  });

  it('between many files, and inside a large one, rejects with its reason', async () => {
    write(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`many/${index}`, ''])));
    write({ 'large/file': Buffer.alloc(2_000_000) });
    for (const folder of ['many', 'large']) {
      const controller = new AbortController();
      const listed = listFileDigests(join(root, folder), { signal: controller.signal });
      controller.abort(new Error('enough'));
      await assert.rejects(listed, /enough/);
    }
  });
});
