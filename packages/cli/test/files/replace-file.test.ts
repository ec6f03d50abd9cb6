// Files are replaced completely, with fsync, and without leftovers.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { replaceFile } from '../../src/files/replace-file.ts';

const hasModes = process.platform !== 'win32';

const parent = await mkdtemp(join(tmpdir(), 'prime-replace-'));
after(() => rm(parent, { recursive: true, force: true }));

describe('a file', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(parent, 'test-'));
  });

  test('is created with its folders, and replaced, without other files', async () => {
    const path = join(folder, 'a', 'b', 'file.yaml');
    await replaceFile(path, 'one');
    await replaceFile(path, 'two');
    assert.equal(await readFile(path, 'utf8'), 'two');
    assert.deepEqual(await readdir(join(folder, 'a', 'b')), ['file.yaml']);
  });

  test('is readable only by its owner from the beginning, if requested', { skip: !hasModes }, async () => {
    const path = join(folder, 'private', 'file.yaml');
    await replaceFile(path, 'secret', { mode: 0o600, folderMode: 0o700 });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'private'))).mode & 0o777, 0o700);
  });

  test('behind a link is replaced, and the link stays', { skip: !hasModes }, async () => {
    await replaceFile(join(folder, 'dotfiles', 'real.yaml'), 'one');
    const link = join(folder, 'link.yaml');
    await symlink(join(folder, 'dotfiles', 'real.yaml'), link);
    await replaceFile(link, 'two');
    assert.equal(await readlink(link), join(folder, 'dotfiles', 'real.yaml'));
    assert.equal(await readFile(join(folder, 'dotfiles', 'real.yaml'), 'utf8'), 'two');
  });

  test('behind a link is not written if links must not be followed', { skip: !hasModes }, async () => {
    const outside = join(folder, 'outside');
    await replaceFile(join(outside, 'real.yaml'), 'one');
    await mkdir(join(folder, 'own'));
    await symlink(join(outside, 'real.yaml'), join(folder, 'own', 'file.yaml'));
    await symlink(join(outside, 'none.yaml'), join(folder, 'own', 'dangling.yaml'));
    await symlink(outside, join(folder, 'link'));
    for (const path of ['own/file.yaml', 'own/dangling.yaml', 'link/real.yaml', 'link/new.yaml']) {
      await assert.rejects(replaceFile(join(folder, path), 'two', { followsLinks: false }), (error) => {
        assert.ok(error instanceof ValidationError);
        const named = join(folder, path.startsWith('link') ? 'link' : path);
        assert.ok(error.message.startsWith(`${named} is a symbolic link`), error.message);
        return true;
      });
    }
    assert.equal(await readFile(join(outside, 'real.yaml'), 'utf8'), 'one');
    assert.deepEqual(await readdir(outside), ['real.yaml']);
    assert.deepEqual((await readdir(join(folder, 'own'))).sort(), ['dangling.yaml', 'file.yaml']);
    await replaceFile(join(folder, 'new', 'file.yaml'), 'one', { followsLinks: false });
    await replaceFile(join(folder, 'new', 'file.yaml'), 'two', { followsLinks: false });
    assert.equal(await readFile(join(folder, 'new', 'file.yaml'), 'utf8'), 'two');
  });

  test('that cannot be replaced leaves no files', async () => {
    await mkdir(join(folder, 'taken', 'full'), { recursive: true });
    await assert.rejects(replaceFile(join(folder, 'taken'), 'text'));
    assert.deepEqual(await readdir(folder), ['taken']);
  });
});
