// All files or none, and never over an existing file.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { writeScaffold } from '../../src/init/write-scaffold.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-init-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the first files', () => {
  it('are written with their folders, and never over an existing file', async () => {
    await writeFile(join(folder, 'README.md'), 'mine');
    const files = new Map([
      ['new/pack.yaml', 'a'],
      ['README.md', 'theirs'],
    ]);
    assert.deepEqual(await writeScaffold(folder, files), { created: ['new/pack.yaml'], kept: ['README.md'] });
    assert.equal(await readFile(join(folder, 'README.md'), 'utf8'), 'mine');
    assert.equal(await readFile(join(folder, 'new', 'pack.yaml'), 'utf8'), 'a');
  });

  it('are all removed if one cannot be written, and existing files stay', async () => {
    await mkdir(join(folder, 'kept'));
    await writeFile(join(folder, 'kept', 'b'), 'mine');
    await writeFile(join(folder, 'file'), 'mine');
    const files = new Map([
      ['a', ''],
      ['kept/b', ''],
      ['kept/c', ''],
      ['new/d/e', ''],
      ['file/f', ''],
    ]);
    await assert.rejects(writeScaffold(folder, files));
    assert.deepEqual((await readdir(folder, { recursive: true })).sort(), [
      'file',
      'kept',
      join('kept', 'b'),
    ]);
  });

  it('are not written if a pack.yaml has appeared in the meantime', async () => {
    await writeFile(join(folder, 'pack.yaml'), 'mine');
    const files = new Map([
      ['README.md', ''],
      ['pack.yaml', ''],
    ]);
    await assert.rejects(writeScaffold(folder, files), /pack\.yaml exists already; nothing was changed/);
    assert.deepEqual(await readdir(folder), ['pack.yaml']);
  });
});
