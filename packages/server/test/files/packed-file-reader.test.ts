// Reading files of tarballs: how often a tarball is unpacked for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTarball } from '@prime-registry/testkit';
import { PackedFileReader } from '../../src/routes/files/packed-file-reader.ts';
import type { TaskPool } from '../../src/tasks/task-table.ts';
import { Tasks } from '../../src/tasks/tasks.ts';
import { pngOf } from '../tasks/pictures.ts';

test('a tarball is unpacked once for its list and small pictures, and never for paths that somebody makes up', async () => {
  const packed = buildTarball({
    'a.png': pngOf(3, 2),
    'b.svg': '<svg/>',
    'c.txt': 'text',
    'd.png': 'no picture',
  });
  let passes = 0;
  const open = async () => {
    passes += 1;
    return [packed];
  };
  const tarball = { sha256: 'a', sizeBytes: packed.length, key: 'somebody', open };
  const reader = new PackedFileReader(new Tasks({ maxThreads: 1 } as TaskPool, () => 0));
  const list = await reader.listFiles(tarball);
  assert.deepEqual(
    list?.files.map(({ path, picture }) => [path, picture?.type, picture?.width]),
    [
      ['a.png', 'image/png', 3],
      ['b.svg', 'image/svg+xml; charset=utf-8', 300],
      ['c.txt', undefined, undefined],
      ['d.png', undefined, undefined],
    ],
  );
  assert.deepEqual((await reader.readFile(tarball, 'a.png'))?.bytes, new Uint8Array(pngOf(3, 2)));
  assert.equal((await reader.readFile(tarball, 'b.svg'))?.sizeBytes, 6);
  for (const path of ['e.png', '', 'a.png/', 'x'.repeat(5000), '__proto__'])
    assert.equal(await reader.readFile(tarball, path), undefined);
  assert.equal(passes, 1);
  assert.equal(reader.hasFile('a', 'e.png'), false);
  assert.equal((await reader.readFile(tarball, 'c.txt'))?.sizeBytes, 4);
  assert.equal((await reader.readFile(tarball, 'c.txt'))?.sizeBytes, 4);
  assert.equal(passes, 2);
});
