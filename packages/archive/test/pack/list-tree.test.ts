// Listing a folder on disk, and items that cannot be packed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listTree, PackError, packEntries } from '../../src/index.ts';
import { packAll } from '../pack-all.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prime-list-tree-'));
});
afterEach(() => rm(root, { recursive: true }));

async function writeTree(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

async function listPaths(exclude?: (path: string, isFolder: boolean) => boolean): Promise<string[]> {
  const entries = await listTree(root, exclude === undefined ? {} : { exclude });
  return entries.map(({ path }) => path).sort();
}

describe('listTree', () => {
  it('lists files at any depth with their sizes, and no empty folders', async () => {
    await writeTree({ 'pack.yaml': 'abc', 'a/b/c.prime': '', '.hidden': 'x' });
    await mkdir(join(root, 'empty'));
    const entries = await listTree(root);
    assert.deepEqual(entries.map(({ path, sizeBytes }) => [path, sizeBytes]).sort(), [
      ['.hidden', 1],
      ['a/b/c.prime', 0],
      ['pack.yaml', 3],
    ]);
  });

  it('leaves out files and whole folders', async () => {
    await writeTree({ 'a/x': '', 'a/y': '', 'b/x': '', '.git/config': '' });
    const seen: string[] = [];
    const paths = await listPaths((path) => {
      seen.push(path);
      return path === '.git' || path.endsWith('/x');
    });
    assert.deepEqual(paths, ['a/y']);
    assert.ok(!seen.includes('.git/config'), 'a folder that is left out was read');
  });

  it('passes whether an item is a folder, for patterns that match only folders', async () => {
    await writeTree({ 'build/out': '', 'src/build': '', 'src/a': '' });
    await symlink('src', join(root, 'link'));
    const seen = new Map<string, boolean>();
    const paths = await listPaths((path, isFolder) => {
      seen.set(path, isFolder);
      return path === 'link' || (isFolder && path.endsWith('build'));
    });
    assert.deepEqual(paths, ['src/a', 'src/build']);
    assert.deepEqual(
      [...seen].sort(),
      Object.entries({ build: true, link: false, src: true, 'src/a': false, 'src/build': false }),
    );
  });

  it('fails for a name that is not valid UTF-8', { skip: process.platform !== 'linux' }, async () => {
    await mkdir(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x61, 0xff])]));
    await assert.rejects(listPaths(), /^PackError: 'a\ufffd' has a name that is not valid UTF-8; rename it$/);
    assert.deepEqual(await listPaths((path, isFolder) => isFolder && path === 'a\ufffd'), []);
  });

  it('names everything that cannot be packed, by its path', async () => {
    await writeTree({ 'a/x': '', con: '', 'left-out/con': '' });
    for (const link of ['z', 'a/link', 'left-out/link']) await symlink('x', join(root, link));
    await assert.rejects(
      listPaths((path) => path === 'left-out'),
      (error) => {
        assert.ok(error instanceof PackError);
        assert.deepEqual(
          error.problems.map(({ path }) => path),
          ['a/link', 'con', 'z'],
        );
        assert.equal(error.path, 'a/link');
        return true;
      },
    );
  });

  it('fails for a symbolic link, and names it', async () => {
    await writeTree({ 'a/x': '' });
    await symlink('x', join(root, 'a/link'));
    await assert.rejects(listPaths(), (error) => {
      assert.ok(error instanceof PackError);
      assert.equal(error.path, 'a/link');
      assert.match(
        error.message,
        /^'a\/link' is a symbolic link; a Prime may contain only files and folders$/,
      );
      return true;
    });
    assert.deepEqual(await listPaths((path) => path === 'a/link'), ['a/x']);
  });

  it('fails for a named pipe', { skip: process.platform === 'win32' }, async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await assert.rejects(listPaths(), /'pipe' is a named pipe/);
  });

  it('fails for a missing folder', async () => {
    await assert.rejects(listTree(join(root, 'missing')), { code: 'ENOENT' });
  });

  it('lists files that pack into the same bytes as equal files elsewhere', async () => {
    const files = { 'pack.yaml': 'x', 'primes/@a/b.prime': 'y'.repeat(200_000) };
    await writeTree(files);
    const tarball = Buffer.concat(await packEntries(await listTree(root)).toArray());
    assert.ok(tarball.equals(await packAll(files)));
  });

  it('detects that a file grows before it is packed', async () => {
    await writeTree({ x: 'short' });
    const entries = await listTree(root);
    await writeTree({ x: 'longer than before' });
    await assert.rejects(packEntries(entries).toArray(), /'x' changed its size while it was packed/);
  });
});
