// Paths relative to the folder of a Prime, on all systems.
import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { pathWithin } from '../../src/pack/list-prime.ts';

test('a path within the folder has slashes on every system', () => {
  assert.equal(pathWithin('/a/b', '/a/b/dist/x.tar.gz', posix), 'dist/x.tar.gz');
  assert.equal(pathWithin('C:\\a\\b', 'C:\\a\\b\\dist\\x.tar.gz', win32), 'dist/x.tar.gz');
  assert.equal(pathWithin('/a/b', '/a/b/..x.tar.gz', posix), '..x.tar.gz');
});

test('a path elsewhere is not in the folder, even on another drive', () => {
  assert.equal(pathWithin('/a/b', '/a/x.tar.gz', posix), undefined);
  assert.equal(pathWithin('/a/b', '/a/bc/x.tar.gz', posix), undefined);
  assert.equal(pathWithin('C:\\a', 'D:\\a\\x.tar.gz', win32), undefined);
  assert.equal(pathWithin('C:\\a\\b', 'C:\\a\\x.tar.gz', win32), undefined);
});
