// A full disk: what does not fit is a 503, reads go on, and freed space is used.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { buildTarball, expectProblem } from '@prime-registry/testkit';
import { listFiles, serveHere, start } from '../temporary-registry.ts';
import { fill, makeSmallDisk } from './small-disk.ts';

/** After so many, the disk is as full as it gets. */
const REFUSALS = 20;

test('a full disk refuses what does not fit and loses nothing', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await start(t, { dataFolder });
  const small = buildTarball({ 'README.md': 'small' });
  assert.equal((await admin.publish({ version: '1.0.0', tarball: small })).status, 201);

  const free = await fill(dataFolder, 3 * 2 ** 20);
  const refused = await admin.publish({
    version: '2.0.0',
    tarball: buildTarball({ 'big.bin': randomBytes(8 * 2 ** 20) }),
  });
  expectProblem(refused, 'storage_unavailable');
  assert.deepEqual(await listFiles(dataFolder, 'uploads'), []);
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1);
  assert.equal((await anonymous.get('/pack/@acme/web-style/2.0.0')).status, 404);
  assert.ok((await anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes.equals(small));

  await free();
  assert.equal((await admin.publish({ version: '2.0.0' })).status, 201);
  assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, '2.0.0');
});

test('tarballs leave space for the database', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await serveHere(t, { dataFolder });
  assert.equal((await admin.publish({ version: '1.0.0-rc.1' })).status, 201);
  await fill(dataFolder, 7 * 2 ** 20);
  for (let number = 1; number <= 20; number += 1) {
    assert.equal((await admin.publish({ name: `@acme/small-${number}` })).status, 503);
  }
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1);
  assert.equal((await admin.yank('@acme/web-style', '1.0.0-rc.1')).status, 200);
  assert.equal((await anonymous.get('/search?q=web')).json.total, 0);
});

test('on a completely full disk every write is a 503, until there is space', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await serveHere(t, { dataFolder });
  const version = '1.0.0-rc.1';
  assert.equal((await admin.publish({ version })).status, 201);
  const free = await fill(dataFolder, 0);
  expectProblem(await admin.publish({ version: '2.0.0' }), 'storage_unavailable');
  expectProblem(await admin.yank('@acme/web-style', version), 'storage_unavailable');
  assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, version);
  assert.equal((await anonymous.get(`/pack/@acme/web-style/${version}/tarball`)).status, 200);
  assert.equal((await anonymous.get('/search?q=web')).json.total, 1);

  await free();
  assert.equal((await admin.yank('@acme/web-style', version)).status, 200);
  assert.equal((await admin.publish({ version: '2.0.0' })).status, 201);
});

test('a disk that fills up byte by byte keeps every acknowledged version', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await serveHere(t, { dataFolder });
  const acknowledged = new Map<string, Buffer>();
  let refusals = 0;
  for (let number = 1; number <= 160 && refusals < REFUSALS; number += 1) {
    const tarball = buildTarball({ 'data.bin': randomBytes(100_000) });
    const version = `1.${number}.0`;
    const { status, text } = await admin.publish({ version, tarball });
    if (status === 201) acknowledged.set(version, tarball);
    else {
      assert.equal(status, 503, text);
      refusals += 1;
    }
  }
  assert.ok(acknowledged.size > 25, String(acknowledged.size));
  assert.equal(refusals, REFUSALS);
  for (const [version, tarball] of acknowledged) {
    assert.ok(
      (await anonymous.get(`/pack/@acme/web-style/${version}/tarball`)).bytes.equals(tarball),
      version,
    );
  }
  const { versions } = (await anonymous.get('/pack/@acme/web-style')).json;
  assert.equal(versions.length, acknowledged.size);
});
