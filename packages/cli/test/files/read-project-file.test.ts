import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readProjectFile } from '../../src/files/read-project-file.ts';

describe('readProjectFile', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prime-read-'));
  });

  after(() => rm(folder, { recursive: true }));

  const refused = (path: string, message: RegExp) =>
    assert.rejects(readProjectFile(path, 100), { name: 'ValidationError', message });

  it('reads a text, and returns undefined if there is none', async () => {
    await writeFile(join(folder, 'text.md'), 'äöü\n');
    assert.equal(await readProjectFile(join(folder, 'text.md'), 100), 'äöü\n');
    assert.equal(await readProjectFile(join(folder, 'none.md'), 100), undefined);
    assert.equal(await readProjectFile(join(folder, 'text.md', 'below.md'), 100), undefined);
  });

  it('refuses a file that is too long, or not UTF-8', async () => {
    await writeFile(join(folder, 'long.md'), 'x'.repeat(101));
    await refused(join(folder, 'long.md'), /has 101 bytes; the maximum is 100/);
    await writeFile(join(folder, 'latin.md'), Buffer.from([0xe4, 0x0a]));
    await refused(join(folder, 'latin.md'), /not valid UTF-8/);
    await writeFile(join(folder, 'utf16.md'), 'text', 'utf16le');
    await refused(join(folder, 'utf16.md'), /not valid UTF-8/);
  });

  it('refuses a folder, a device and a pipe without blocking', {
    skip: process.platform === 'win32',
  }, async () => {
    await mkdir(join(folder, 'folder'));
    await refused(join(folder, 'folder'), /not a regular file/);
    await symlink('/dev/zero', join(folder, 'zero'));
    await refused(join(folder, 'zero'), /not a regular file/);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await refused(join(folder, 'pipe'), /not a regular file/);
  });
});
