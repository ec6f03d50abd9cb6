// What is on a disk and cannot be in a Prime is named for what it is.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { describeItem } from '../../src/paths/disk-item.ts';

test('a device is called a device', () => {
  const items = readdirSync('/dev', { withFileTypes: true, encoding: 'buffer' });
  const item = items.find(({ name }) => name.toString() === 'null');
  assert.ok(item);
  assert.deepEqual(describeItem('some/folder', item), {
    path: 'some/folder/null',
    isFolder: false,
    problem: 'is a device; a Prime may contain only files and folders',
  });
});
