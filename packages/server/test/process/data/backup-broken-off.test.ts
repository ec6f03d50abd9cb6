// Backups and restores that are killed, stopped, or run out of space leave a clear state, and can be run
// again.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { uploadFileName } from '@prime-registry/blobs';
import type { RunOptions } from '@prime-registry/testkit';
import { fill, makeReadOnly, makeSmallDisk } from '../faults/small-disk.ts';
import { makeFolder, serveHere } from '../temporary-registry.ts';
import { contentsOf, eachOf, leftovers, must, publishMany, run, tarballOf } from './on-data.ts';

/** Enough to stop in the middle, also when the kill comes late. */
const MANY = 250;

/** Resolves when this many blobs are there. */
function whenBlobs(folder: string, count: number, signal: NodeJS.Signals): RunOptions {
  const blobs = join(folder, 'blobs', 'sha256');
  const condition = (): boolean => existsSync(blobs) && readdirSync(blobs).length >= count;
  return { killWhen: { signal, condition } };
}

test('with many tarballs', async (t) => {
  const registry = await serveHere(t);
  const { dataFolder } = registry;
  await publishMany(registry, 3, 'early');
  const earlyBackup = await makeFolder(t);
  await must(dataFolder, 'backup', earlyBackup);
  const earlyContents = await contentsOf(dataFolder);
  await eachOf(MANY, (number) =>
    registry.admin.mustPublish({
      name: '@acme/later',
      version: `1.${number}.0`,
      tarball: tarballOf(`${number}`),
    }),
  );

  await t.test('a first backup that is killed does not count; the next one resumes', async (t) => {
    const backup = await makeFolder(t);
    const killed = await run(dataFolder, ['backup', backup], whenBlobs(backup, 10, 'SIGKILL'));
    assert.equal(killed.code, null, 'it was killed in the middle');
    const target = await makeFolder(t);
    const { code, stderr } = await run(target, ['restore', backup]);
    assert.equal(code, 1);
    assert.match(stderr, /there is no finished backup in .+: one was interrupted; run backup again/);
    assert.match(await must(dataFolder, 'backup', backup), / [1-9]\d* there already\.\n$/);
    assert.deepEqual(await leftovers(backup), []);
    await must(target, 'restore', backup);
    assert.deepEqual(await contentsOf(target), await contentsOf(dataFolder));
  });

  await t.test('no server starts on an unfinished restore, and the restore resumes', async (t) => {
    const backup = await makeFolder(t);
    await must(dataFolder, 'backup', backup);
    const restored = await makeFolder(t);
    for (const count of [5, 40]) {
      const killed = await run(restored, ['restore', backup], whenBlobs(restored, count, 'SIGKILL'));
      assert.equal(killed.code, null, killed.stdout);
      for (const command of [
        ['serve', '--port', '0'],
        ['token', 'list'],
        ['import', join(backup, 'backup.json')],
      ]) {
        const { code, stderr } = await run(restored, command);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /a restore into '.+' is unfinished; run it again: it resumes/);
      }
    }
    await must(restored, 'restore', backup);
    assert.deepEqual(await contentsOf(restored), await contentsOf(dataFolder));
    assert.deepEqual(await leftovers(restored), []);
  });

  await t.test('Ctrl-C reports the state, and leaves nothing half done', async (t) => {
    const [backup, restored] = [await makeFolder(t), await makeFolder(t)];
    const stopped = await run(dataFolder, ['backup', backup], whenBlobs(backup, 10, 'SIGINT'));
    assert.equal(stopped.code, 130, stopped.stderr);
    assert.match(stopped.stderr, /^prime-registry: stopped by SIGINT; there is no new backup in /);
    assert.deepEqual(await leftovers(backup), []);
    assert.ok(!existsSync(join(backup, 'backup.json')));
    await must(dataFolder, 'backup', backup);
    const broken = await run(restored, ['restore', backup], whenBlobs(restored, 10, 'SIGTERM'));
    assert.equal(broken.code, 143, broken.stderr);
    assert.match(
      broken.stderr,
      /stopped by SIGTERM; .+ is incomplete, and no server starts on it; run it again/,
    );
    await must(restored, 'restore', backup);
  });

  await t.test('a later backup that is killed leaves the earlier one unchanged', async (t) => {
    const killed = await run(dataFolder, ['backup', earlyBackup], whenBlobs(earlyBackup, 20, 'SIGKILL'));
    assert.equal(killed.code, null);
    const restored = await makeFolder(t);
    await must(restored, 'restore', earlyBackup);
    assert.deepEqual(await contentsOf(restored), earlyContents);
  });
});

test('the draft of a key that a killed backup left is removed, and keeps no backup from being made', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish();
  const backup = await makeFolder(t);
  // Linux has process ids up to 2^22.
  const draft = uploadFileName().replace(/\.\d+\.[0-9a-f]{8}\./, `.${2 ** 22 + 1}.0a0b0c0d.`);
  for (const name of [draft, `${draft}.key`]) await writeFile(join(backup, name), 'PRIVATE+KEY+');
  await must(dataFolder, 'backup', backup);
  assert.ok(!readdirSync(backup).some((name) => name.startsWith(draft)));
});

test('a full or read-only disk is reported, and what was there stays', async (t) => {
  const disk = await makeSmallDisk(t);
  if (disk === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const registry = await serveHere(t);
  await publishMany(registry, 3);
  const backup = join(disk, 'backup');
  await must(registry.dataFolder, 'backup', backup);
  const before = await contentsOf(registry.dataFolder);
  await publishMany(await serveHere(t, { dataFolder: await makeFolder(t) }), 1);
  await registry.admin.mustPublish({ version: '5.0.0', tarball: tarballOf('one more') });
  const free = await fill(disk, 64 * 1024);
  const full = await run(registry.dataFolder, ['backup', backup]);
  assert.equal(full.code, 1);
  assert.match(full.stderr, /^prime-registry: .*(?:disk is full|ENOSPC)/);
  assert.deepEqual(await leftovers(backup), []);
  await free();
  const restored = await makeFolder(t);
  await must(restored, 'restore', backup);
  assert.deepEqual(await contentsOf(restored), before);

  makeReadOnly(disk);
  const refused = await run(registry.dataFolder, ['backup', backup]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^prime-registry: .*(?:EROFS|read-only)/);
  await must(await makeFolder(t), 'restore', backup);
});

test('gc frees space on a completely full disk', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, stop } = await serveHere(t, { dataFolder });
  const { sha256 } = await admin.mustPublish({ version: '1.0.0' });
  const litter = join(
    dataFolder,
    'blobs',
    'sha256',
    sha256.slice(0, 2),
    `${sha256.slice(0, 2)}${'0'.repeat(62)}`,
  );
  await writeFile(litter, Buffer.alloc(2 ** 20));
  const free = await fill(dataFolder, 0);
  assert.equal((await admin.publish({ version: '2.0.0' })).status, 503);
  assert.match(
    await must(dataFolder, 'gc', '--delete', '--older-than', '1ms'),
    /^Removed 1 tarball and 0 uploads, 1\.0 MiB\.$/m,
  );
  assert.match(await must(dataFolder, 'audit', '--action', 'gc'), /size_bytes=1048576/);

  await stop();
  await free();
  const freeAgain = await fill(dataFolder, 0);
  const { code, stderr } = await run(dataFolder, ['gc']);
  assert.equal(code, 1);
  assert.match(stderr, /cannot be opened: .+; the disk is full: to open the database takes 32 KiB, unless/);
  await freeAgain();
  await must(dataFolder, 'gc');
});
