// A backup, and the registry that is restored from it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { uploadFileName } from '@prime-registry/blobs';
import { makeFolder, serveHere, start } from '../temporary-registry.ts';
import { blobPath, contentsOf, damage, leftovers, must, publishMany, run, tarballOf } from './on-data.ts';

test('a restored registry is the snapshot, byte for byte, and it serves', async (t) => {
  const registry = await serveHere(t);
  const { dataFolder, admin } = registry;
  const backup = join(await makeFolder(t), 'backups', 'primes');
  const secret = (await must(dataFolder, 'token', 'create', '--name', 'a', '--scope', '*')).trim();
  await publishMany(registry, 20);
  await admin.mustPublish({ version: '2.0.0-rc.1', extra: 'requires:\n  "@acme/core": ^1.2\n' });
  assert.equal((await admin.yank('@acme/web-style', '2.0.0-rc.1', { reason: 'wrong' })).status, 200);
  const before = await contentsOf(dataFolder);
  assert.match(
    await must(dataFolder, 'backup', backup),
    /^Backed up 21 versions to .+: 21 tarballs copied .+, 0 there already\.\n$/,
  );
  await admin.mustPublish({ version: '3.0.0' });

  const restored = join(await makeFolder(t), 'data');
  assert.match(
    await must(restored, 'restore', backup, '--continue-log'),
    /^Restored 21 versions of \S+ to .+: 21 tarballs, every digest checked/,
  );
  assert.deepEqual(await contentsOf(restored), before);
  assert.match(await must(restored, 'verify'), /all is well/);
  assert.match(await must(restored, 'audit', '--action', 'restore'), /backup_of=/);
  assert.deepEqual(readdirSync(restored).toSorted(), [
    'blobs',
    'registry.sqlite',
    'restored.json',
    'uploads',
  ]);

  const again = await serveHere(t, { dataFolder: restored });
  assert.equal((await again.anonymous.get('/pack/@acme/web-style')).json.latest, '1.19.0');
  const { requires } = (await again.anonymous.get('/pack/@acme/web-style/2.0.0-rc.1')).json;
  assert.deepEqual(requires, { '@acme/core': '^1.2' });
  assert.equal((await again.anonymous.get('/search?q=web')).json.total, 1);
  assert.equal((await again.actorWith(secret).publish({ version: '9.0.0' })).status, 201);
});

test('a second backup into the same folder copies what is new, and replaces the first', async (t) => {
  const registry = await serveHere(t);
  const backup = await makeFolder(t);
  await publishMany(registry, 5, 'first');
  await must(registry.dataFolder, 'backup', backup);
  await registry.admin.mustPublish({ version: '2.0.0', tarball: tarballOf('new') });
  assert.match(
    await must(registry.dataFolder, 'backup', backup),
    /: 1 tarball copied .+, 5 there already\.\n$/,
  );
  assert.equal(
    readdirSync(backup).filter((name) => name.endsWith('.sqlite')).length,
    1,
    'the older copy is gone',
  );
  const restored = await makeFolder(t);
  await must(restored, 'restore', backup);
  assert.deepEqual(await contentsOf(restored), await contentsOf(registry.dataFolder));
});

test('a backup during publishes has all versions from before it', async (t) => {
  const registry = await start(t);
  const backup = await makeFolder(t);
  await publishMany(registry, 30, 'before');
  const publishing = Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      registry.admin.mustPublish({
        name: `@acme/p${number}`,
        tarball: tarballOf(`during the backup ${number}`),
      }),
    ),
  );
  await must(registry.dataFolder, 'backup', backup);
  await publishing;
  const restored = await makeFolder(t);
  await must(restored, 'restore', backup);
  const { stdout } = await run(restored, ['verify', '--json']);
  const summary = JSON.parse(stdout);
  assert.ok(summary.ok && summary.versions >= 30, stdout);
});

test('a restore needs an empty folder and a finished backup', async (t) => {
  const { dataFolder, admin, stop } = await serveHere(t);
  await admin.mustPublish();
  const backup = await makeFolder(t);
  const fails = async (folder: string, args: string[], message: RegExp): Promise<void> => {
    const { code, stderr, stdout } = await run(folder, args);
    assert.deepEqual({ code, stdout }, { code: args.includes(folder) ? 3 : 1, stdout: '' }, stderr);
    assert.match(stderr, message);
  };
  const target = await makeFolder(t);
  await fails(
    target,
    ['restore', join(backup, 'missing')],
    /there is no backup in .+: there is no backup\.json in it/,
  );
  await must(dataFolder, 'backup', backup);
  const draft = join(backup, uploadFileName());
  await writeFile(draft, 'half a des');
  await utimes(draft, 0, 0);
  await must(dataFolder, 'backup', backup);
  assert.ok(!existsSync(draft), 'what a killed backup left does not prevent the next one');
  const occupied = await makeFolder(t);
  await writeFile(join(occupied, 'notes.txt'), 'mine');
  await fails(
    occupied,
    ['restore', backup],
    /is not empty: a backup can only be restored into an empty folder/,
  );
  await fails(dataFolder, ['restore', backup], /is not empty/);
  await fails(dataFolder, ['backup', occupied], /is not a backup folder: it contains notes\.txt/);
  await fails(dataFolder, ['backup', dataFolder], /must not be inside each other/);
  const linked = join(await makeFolder(t), 'linked');
  await symlink(dataFolder, linked);
  const inside = await run(dataFolder, ['backup', join(linked, 'new', 'backup')]);
  assert.match(inside.stderr, /must not be inside each other/);
  assert.ok(!existsSync(join(dataFolder, 'new')));
  assert.deepEqual(readdirSync(occupied), ['notes.txt']);

  const database = join(backup, readdirSync(backup).find((name) => name.endsWith('.sqlite')) ?? '');
  await damage(database, await readFile(database));
  await fails(target, ['restore', backup], /cannot be used: its digest is not the one in the description/);
  assert.deepEqual(readdirSync(target), [], 'nothing was begun');
  await writeFile(join(backup, 'backup.json'), '{"format": 2}');
  await fails(target, ['restore', backup], /is damaged, or made by a newer prime-registry/);
  await stop();
});

test('a damaged tarball is reported, and the others are saved', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  const [one, two] = [tarballOf('one'), tarballOf('two')];
  const first = await admin.mustPublish({ version: '1.0.0', tarball: one });
  const second = await admin.mustPublish({ version: '2.0.0', tarball: two });
  const backup = await makeFolder(t);
  await damage(blobPath(dataFolder, first.sha256), one);
  const backedUp = await run(dataFolder, ['backup', backup]);
  assert.equal(backedUp.code, 2);
  assert.match(backedUp.stderr, new RegExp(`tarball ${first.sha256} has the digest `));
  assert.deepEqual(JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')).faulty, [first.sha256]);
  assert.ok(!existsSync(blobPath(backup, first.sha256)));

  await damage(blobPath(backup, second.sha256), two);
  const restored = await makeFolder(t);
  const result = await run(restored, ['restore', backup]);
  assert.equal(result.code, 2);
  assert.match(result.stderr, new RegExp(`tarball ${second.sha256} has the digest `));
  assert.match(result.stderr, new RegExp(`tarball ${first.sha256} is missing`));
  assert.ok(!existsSync(blobPath(restored, second.sha256)), 'a damaged tarball is stored nowhere');
  // A tarball that the backup lacks is copied once the registry has it again.
  await writeFile(blobPath(dataFolder, first.sha256), one);
  await rm(blobPath(backup, second.sha256));
  await must(dataFolder, 'backup', backup);
  const whole = await makeFolder(t);
  await must(whole, 'restore', backup);
  assert.match(await must(whole, 'verify'), /all is well/);
  assert.deepEqual(await leftovers(whole), []);
});

test('a folder with only lost+found counts as empty', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish();
  const [backup, restored] = [await makeFolder(t), await makeFolder(t)];
  for (const folder of [backup, restored]) await mkdir(join(folder, 'lost+found'));
  await must(dataFolder, 'backup', backup);
  await must(restored, 'restore', backup);
});
