// `prime-registry remove`, and what `verify`, `gc`, `backup` and `restore` know of removed versions.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { expectProblem } from '@prime-registry/testkit';
import { listFiles, makeFolder, serveHere } from '../temporary-registry.ts';
import { blobPath, must, parseLines, publishMany, run, tarballOf } from './on-data.ts';

const PATH = '/pack/@acme/web-style';
const REMOVE = ['remove', '@acme/web-style@1.1.0', '--category', 'secret'];

test('removes a version with its tarball while a server runs, and is audited', async (t) => {
  const registry = await serveHere(t);
  await publishMany(registry, 2);
  const { dataFolder, anonymous } = registry;
  for (const path of [`${PATH}/1.1.0`, `${PATH}/1.1.0/tarball`, PATH])
    assert.equal((await anonymous.get(path)).status, 200);
  assert.match(
    await must(dataFolder, ...REMOVE, '--reason', 'It had a key.'),
    /^Removed @acme\/web-style 1\.1\.0 \(secret\)/,
  );
  for (const path of [`${PATH}/1.1.0`, `${PATH}/1.1.0/tarball`]) {
    const { detail } = expectProblem(await anonymous.get(path), 'version_removed');
    assert.equal(detail, '@acme/web-style 1.1.0 was removed (secret): It had a key.');
  }
  assert.equal((await anonymous.get(PATH)).json.versions.length, 1);
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1);
  assert.match(
    await must(dataFolder, ...REMOVE),
    /was removed before \(secret, .*Z\); nothing is left of it\.$/m,
  );
  const told = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'remove'));
  assert.deepEqual(
    told.map(({ actor, version, details }) => [actor.id, version, details.category, details.reason]),
    [['operator', '1.1.0', 'secret', 'It had a key.']],
  );
});

test('says which other versions have the same tarball, which is still served', async (t) => {
  const { dataFolder, admin, anonymous } = await serveHere(t);
  const tarball = tarballOf('a key');
  await admin.mustPublish({ version: '1.1.0', tarball });
  await admin.mustPublish({ name: '@acme/copy', version: '3.0.0', tarball });
  const shared = /^Its tarball is still served, because it is also that of @acme\/copy@3\.0\.0: remove/m;
  const removed = await must(dataFolder, ...REMOVE);
  assert.match(removed, /^Removed @acme\/web-style 1\.1\.0 \(secret\): its atoms and README\./);
  assert.match(removed, shared);
  const again = await must(dataFolder, ...REMOVE);
  assert.match(again, /was removed before \(secret, .*Z\)\.$/m);
  assert.match(again, shared);
  assert.equal((await anonymous.get('/pack/@acme/copy/3.0.0/tarball')).status, 200);
});

test('says what is wrong, and removes nothing then', async (t) => {
  const { dataFolder, admin } = await serveHere(t);
  await admin.mustPublish({ version: '1.0.0' });
  const wrong: [args: string[], message: RegExp][] = [
    [['@acme/web-style', '--category', 'other'], /names no version; write the Prime and its exact version/],
    [['@acme/web-style@latest', '--category', 'other'], /latest/],
    [['@acme/web-style@1.0.0'], /--category: is missing; use one of secret, personal-data/],
    [['@acme/web-style@1.0.0', '--category', 'spam'], /--category: 'spam' is none; use one of/],
    [
      ['@acme/web-style@1.0.0', '--category', 'other', '--reason', 'a\u202eb'],
      /--reason: the text has the unprint/,
    ],
    [
      ['@acme/web-style@1.0.0', '--category', 'other', '--reason', 'x'.repeat(1001)],
      /more than 1000 characters/,
    ],
    [['@acme/web-style@2.0.0', '--category', 'other'], /its version 2\.0\.0 is not/],
    [['@acme/other@1.0.0', '--category', 'other'], /@acme\/other is not in this registry/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await run(dataFolder, ['remove', ...args]);
    assert.notEqual(code, 0, args.join(' '));
    assert.match(stderr, message);
  }
  assert.equal((await admin.get(`${PATH}/1.0.0`)).status, 200);
});

test('a tarball that an interrupted removal left is named by verify, and gc removes it soon', async (t) => {
  const registry = await serveHere(t);
  const { dataFolder, admin } = registry;
  const { sha256 } = await admin.mustPublish({ version: '1.1.0', tarball: tarballOf('hunter2') });
  await must(dataFolder, ...REMOVE);
  // As if the process had been killed before the tarball was removed.
  const path = blobPath(dataFolder, sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, tarballOf('hunter2'));
  const verified = await must(dataFolder, 'verify');
  assert.match(
    verified,
    /^removed: @acme\/web-style 1\.1\.0: its tarball [0-9a-f]{64} is still there; 'prime-reg/m,
  );
  assert.match(verified, /all is well/);
  // No version is left: a registry whose versions were all removed is no reason for doubt.
  assert.match(
    await must(dataFolder, 'gc', '--older-than', '1ms'),
    /would remove .*; removed: @acme\/web-style 1\.1\.0$/m,
  );
  const [item] = parseLines(await must(dataFolder, 'gc', '--delete', '--json', '--older-than', '1ms'));
  assert.deepEqual(item.removed_versions, [{ name: '@acme/web-style', version: '1.1.0' }]);
  assert.deepEqual(await listFiles(dataFolder, 'blobs/sha256'), []);
  assert.equal(await must(dataFolder, 'gc', '--older-than', '1ms'), 'There is nothing to remove.\n');
});

test('a backup has the tombstones; an older one brings the version back, and restore says which', async (t) => {
  const registry = await serveHere(t);
  await publishMany(registry, 2);
  const { dataFolder } = registry;
  const [older, newer] = [join(await makeFolder(t), 'older'), join(await makeFolder(t), 'newer')];
  for (const folder of [older, newer]) await must(dataFolder, 'backup', folder);
  await must(dataFolder, ...REMOVE);
  for (const folder of [newer, newer]) await must(dataFolder, 'backup', folder);
  await must(dataFolder, 'verify');

  const restored = await makeFolder(t);
  assert.match(await must(restored, 'restore', newer, '--continue-log'), /^Restored 1 version of [^\n]*\n$/);
  const here = await serveHere(t, { dataFolder: restored });
  expectProblem(await here.anonymous.get(`${PATH}/1.1.0`), 'version_removed');
  assert.equal((await here.admin.publish({ version: '1.1.0' })).status, 409);

  const back = await makeFolder(t);
  const said = await must(back, 'restore', older, '--known-versions', join(newer, 'known-versions'));
  assert.match(said, /^removed since: @acme\/web-style 1\.1\.0 .*prime-registry remove/m);
});
