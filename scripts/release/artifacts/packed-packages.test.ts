// The packages of a folder that somebody else may have made.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeTarball } from '../pack/write-tarball.ts';
import { listPackages } from './packed-packages.ts';

test('the name of a file never makes tar connect to another machine', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-packages-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const text = JSON.stringify({ name: 'app', version: '1.0.0' });
  mkdirSync(join(folder, 'packages'));
  // GNU tar reads what is before the colon as the name of a host.
  const file = 'nowhere.invalid:app-1.0.0.tgz';
  await writeTarball(join(folder, 'app.tgz'), [{ path: 'package.json', content: { text } }], 0);
  copyFileSync(join(folder, 'app.tgz'), join(folder, 'packages', file));
  assert.deepEqual(
    listPackages(join(folder, 'packages'), '1.0.0').map((packed) => packed.file),
    [file],
  );
});
