// Which of the packed files are measured.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UsageError } from '../flags.ts';
import { findPacked } from './find-packed.ts';

const FILES = [
  'prime-1.2.0-linux-x64',
  'prime-1.2.0-linux-x64.tar.gz',
  'prime-1.2.0-linux-arm64',
  'prime-registry-1.2.0-linux-x64',
  'prime-cli-1.2.0.tgz',
  'prime-registry-1.1.0.tgz',
  'prime-registry-1.2.0-rc.1.tgz',
];

test('finds the file of a command for a platform, and says what is missing or ambiguous', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'find-packed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const file of FILES) writeFileSync(join(folder, file), '');

  assert.equal(await findPacked(folder, 'prime-', '-linux-x64'), join(folder, 'prime-1.2.0-linux-x64'));
  assert.equal(await findPacked(folder, 'prime-cli-', '.tgz'), join(folder, 'prime-cli-1.2.0.tgz'));
  await assert.rejects(
    findPacked(folder, 'prime-registry-', '.tgz'),
    new UsageError(
      `'${folder}' must have one prime-registry-<version>.tgz, but has several: prime-registry-1.1.0.tgz, ` +
        'prime-registry-1.2.0-rc.1.tgz.',
    ),
  );
  await assert.rejects(
    findPacked(folder, 'prime-', '-darwin-x64'),
    new UsageError(`'${folder}' must have one prime-<version>-darwin-x64, but has none.`),
  );
  const missing = join(folder, 'missing');
  await assert.rejects(findPacked(missing, 'prime-', ''), new UsageError(`There is no folder '${missing}'.`));
});
