// A folder with a copy of a log can be anybody's.
import assert from 'node:assert/strict';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFolderTail } from '../../src/commands/log/tail/folder-tail.ts';
import { makeFolder } from '../process/temporary-registry.ts';

const BUNDLE = { level: 'entries', position: 0, width: 3 } as const;

test('of a copy, no more is read than a head and a bundle can have', async (t) => {
  const folder = await makeFolder(t);
  const { signal } = new AbortController();
  const tail = openFolderTail(folder);
  await mkdir(join(folder, 'tile/entries/000.p'), { recursive: true });
  for (const [file, read] of [
    ['checkpoint', () => tail.readCheckpoint(signal)],
    ['tile/entries/000.p/3', () => tail.readBundle(BUNDLE, signal)],
  ] as const) {
    const path = join(folder, file);
    await writeFile(path, 'x');
    assert.equal(String(await read()), 'x');
    await truncate(path, 64 * 2 ** 20);
    await assert.rejects(read(), /it has 67108864 bytes; at most \d+ are read/);
  }
});

test('of a copy, only regular files are read', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await makeFolder(t);
  await symlink('/dev/zero', join(folder, 'checkpoint'));
  const tail = openFolderTail(folder);
  await assert.rejects(
    tail.readCheckpoint(new AbortController().signal),
    /cannot be read: it is not a regular file/,
  );
});
