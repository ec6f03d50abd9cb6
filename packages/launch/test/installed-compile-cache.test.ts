// Anybody who can write to the compile cache of a user can run code as that user.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findCacheFolder } from '../src/installed/compile-cache.mjs';
import { makeFolder } from './make-folder.ts';

const find = (folder: string) => findCacheFolder({ XDG_CACHE_HOME: folder }, 'linux');

describe('the folder of the compile cache', { skip: process.platform === 'win32' }, () => {
  test('is created for this user only', (t) => {
    const base = join(makeFolder(t), 'cache');
    const folder = find(base);
    assert.equal(folder, join(base, 'prime/compile-cache'));
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(find(base), folder, 'again');
  });

  test('is none where others can write to it, or replace it', (t) => {
    for (const open of ['prime/compile-cache', 'prime', '.']) {
      const base = makeFolder(t);
      const folder = find(base);
      assert.notEqual(folder, undefined);
      chmodSync(join(base, open), 0o777);
      assert.equal(find(base), undefined, open);
    }
  });

  test('is checked where a symbolic link leads', (t) => {
    const base = makeFolder(t);
    mkdirSync(join(base, 'real/prime/compile-cache'), { recursive: true });
    symlinkSync('real', join(base, 'link'));
    assert.notEqual(find(join(base, 'link')), undefined);
    chmodSync(join(base, 'real'), 0o777);
    assert.equal(find(join(base, 'link')), undefined);
  });

  test('is none without a place for it, or where that is relative', (t) => {
    const file = join(makeFolder(t), 'file');
    writeFileSync(file, '');
    assert.equal(find(file), undefined);
    assert.equal(find('relative'), undefined);
  });

  test('is none in the folder of another user', { skip: process.getuid?.() !== 0 }, (t) => {
    const base = makeFolder(t);
    assert.notEqual(find(base), undefined);
    chownSync(base, 12_345, 12_345);
    assert.equal(find(base), undefined);
  });
});
