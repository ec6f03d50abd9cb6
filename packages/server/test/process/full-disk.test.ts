// A disk that is full: what does not fit is a 503, what is there stays readable, and space that comes back is used.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildTarball } from '@prime-registry/testkit';
import { atEnd, listFiles, makeFolder, start } from './temporary-registry.ts';

const DISK_MIB = 16;

/** A folder on a small disk of its own; undefined where that is not to be had. */
async function makeSmallDisk(t: TestContext): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = await makeFolder(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  // Lazily, because a process that was just killed may hold it for another moment.
  atEnd(t, () => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

test('a full disk refuses what does not fit and loses nothing', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await start(t, { dataFolder });
  const small = buildTarball({ 'README.md': 'small' });
  assert.equal((await admin.publish({ version: '1.0.0', tarball: small })).status, 201);

  const ballast = join(dataFolder, 'ballast');
  await writeFile(ballast, randomBytes((DISK_MIB - 3) * 2 ** 20));
  const refused = await admin.publish({
    version: '2.0.0',
    tarball: buildTarball({ 'big.bin': randomBytes(8 * 2 ** 20) }),
  });
  assert.equal(refused.status, 503, refused.text);
  assert.equal(refused.json.code, 'storage_unavailable');
  assert.ok(refused.headers.has('retry-after'));
  assert.deepEqual(await listFiles(dataFolder, 'uploads'), []);
  assert.equal((await anonymous.get('/pack/@acme/web-style/2.0.0')).status, 404);
  assert.ok((await anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes.equals(small));

  await rm(ballast);
  assert.equal((await admin.publish({ version: '2.0.0' })).status, 201);
  assert.equal((await anonymous.get('/pack/@acme/web-style')).json.latest, '2.0.0');
});

test('a disk that fills up byte by byte keeps every version that was acknowledged', async (t) => {
  const dataFolder = await makeSmallDisk(t);
  if (dataFolder === undefined) return t.skip('needs Linux, root, and leave to mount a tmpfs');
  const { admin, anonymous } = await start(t, { dataFolder });
  const acknowledged = new Map<string, Buffer>();
  // Small enough that the database is refused as well as the blobs.
  for (let number = 1; number <= 400; number += 1) {
    const tarball = buildTarball({ 'data.bin': randomBytes(50_000) });
    const version = `1.${number}.0`;
    const { status, text } = await admin.publish({ version, tarball });
    if (status === 201) acknowledged.set(version, tarball);
    else assert.equal(status, 503, text);
  }
  assert.ok(acknowledged.size > 50 && acknowledged.size < 400, String(acknowledged.size));
  for (const [version, tarball] of acknowledged) {
    assert.ok(
      (await anonymous.get(`/pack/@acme/web-style/${version}/tarball`)).bytes.equals(tarball),
      version,
    );
  }
  const { versions } = (await anonymous.get('/pack/@acme/web-style')).json;
  assert.equal(versions.length, acknowledged.size);
});
