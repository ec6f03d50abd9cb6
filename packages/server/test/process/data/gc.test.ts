// What gc removes and what it keeps, next to servers that publish.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadFileName } from '@prime-registry/blobs';
import { eventually } from '@prime-registry/testkit';
import { openStore, operatorActs } from 'prime-registry';
import { beginPublish } from '../publish-by-hand.ts';
import { listFiles, serveHere, start } from '../temporary-registry.ts';
import { blobPath, must, parseLines, run, tarballOf } from './on-data.ts';

/** Leaves a tarball without a version, as a killed publish does. @returns its digest */
async function leaveBlob(dataFolder: string, bytes: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = blobPath(dataFolder, sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  // In these tests, everything older than a millisecond is old.
  await delay(5);
  return sha256;
}

const AT_ONCE = ['--older-than', '1ms'];

test('lists garbage, removes it on request, and records that in the audit log', async (t) => {
  const { dataFolder, admin, anonymous } = await serveHere(t);
  const { url } = await admin.mustPublish();
  const sha256 = await leaveBlob(dataFolder, Buffer.from('litter'));
  const path = blobPath(dataFolder, sha256);

  assert.equal(
    await must(dataFolder, 'gc', '--delete'),
    'Removed 0 tarballs and 0 uploads, 0 B.\n',
    'it is younger than a day',
  );
  const shown = await must(dataFolder, 'gc', ...AT_ONCE);
  assert.match(
    shown,
    new RegExp(
      `^would remove tarball ${sha256}, 6 B, of \\S+Z\\nWould remove 1 tarball and 0 uploads, 6 B\\. Nothing was changed; use --delete to remove them\\.\\n$`,
    ),
  );
  assert.ok(existsSync(path));

  const [item, summary] = parseLines(await must(dataFolder, 'gc', '--delete', '--json', ...AT_ONCE));
  assert.deepEqual([item.kind, item.sha256, item.size_bytes, item.removed], ['blob', sha256, 6, true]);
  assert.deepEqual(summary, { kind: 'summary', removed: true, blobs: 1, uploads: 0, bytes: 6 });
  assert.ok(!existsSync(path));
  assert.equal((await anonymous.get(url)).status, 200);
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1);
  const [told] = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'gc'));
  assert.deepEqual([told.actor.id, told.details], ['operator', { sha256, size_bytes: 6 }]);
  assert.equal(await must(dataFolder, 'gc', ...AT_ONCE), 'There is nothing to remove.\n');
});

test('what is not certainly garbage stays', async (t) => {
  const { dataFolder, admin, stop } = await serveHere(t);
  const litter = blobPath(dataFolder, await leaveBlob(dataFolder, Buffer.from('litter')));
  const refuses = async (message: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await run(dataFolder, ['gc', '--delete', ...AT_ONCE]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, message);
    assert.ok(existsSync(litter));
  };
  await refuses(/the database has no versions, yet there are 1 tarballs/);

  const digests = [];
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    digests.push((await admin.mustPublish({ version, tarball: tarballOf(version) })).sha256);
  const folder = join(dataFolder, 'blobs', 'sha256', litter.includes('/00/') ? '01' : '00');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'no folder');
  await refuses(/ENOTDIR/);
  await rm(folder);

  for (const digest of digests.slice(1)) await rm(blobPath(dataFolder, digest));
  await refuses(
    /2 of the tarballs that the database references are missing, and only 1 are there: the two do not seem to belong together/,
  );
  await stop();
  await writeFile(
    join(dataFolder, 'registry.sqlite'),
    'no database at all, and long enough to have a header'.repeat(30),
  );
  await refuses(/cannot be opened: .*not a database/);
});

test('next to servers,', async (t) => {
  const registry = await start(t);
  const { dataFolder } = registry;

  await t.test('abandoned uploads are removed, and those in flight stay', async () => {
    await registry.admin.mustPublish({ version: '0.1.0' });
    const [place] = uploadFileName().split('.');
    const abandoned = join(dataFolder, 'uploads', `${place}.999999999.abcdef01.0123.upload`);
    await writeFile(abandoned, 'half a tarball');
    const elsewhere = join(dataFolder, 'uploads', 'another-host.7.abcdef01.0123.upload');
    await writeFile(elsewhere, 'it may be in use');
    const publish = await beginPublish(registry, { version: '1.0.0' });
    await delay(5);
    assert.match(
      await must(dataFolder, 'gc', '--delete', ...AT_ONCE),
      /^removed upload .+\nRemoved 0 tarballs and 1 upload, 14 B\.\n$/,
    );
    assert.ok(!existsSync(abandoned));
    assert.ok(existsSync(elsewhere));
    assert.equal((await publish.finish()).status, 201);
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await utimes(elsewhere, dayBefore, dayBefore);
    assert.match(await must(dataFolder, 'gc', '--delete', ...AT_ONCE), /and 1 upload/);
  });

  await t.test('a publish of the same bytes waits for the removal, and stores them again', async (t) => {
    const { admin, anonymous } = registry;
    const tarball = tarballOf('the very same');
    const sha256 = await leaveBlob(dataFolder, tarball);
    const path = blobPath(dataFolder, sha256);
    const collector = await openStore({ dataFolder });
    t.after(() => collector.close());
    let publishing: ReturnType<typeof admin.publish> | undefined;
    await collector.whileUnreferenced([sha256], async (unreferenced) => {
      assert.deepEqual(unreferenced, [sha256]);
      publishing = admin.publish({ name: '@acme/same', tarball });
      // Long enough for the other process to reach the lock.
      await delay(300);
      await rm(path);
      return [{ ...operatorActs('gc', Date.now()), details: { sha256 } }];
    });
    assert.equal((await publishing)?.status, 201);
    assert.ok((await anonymous.get('/pack/@acme/same/1.0.0/tarball')).bytes.equals(tarball));
    await collector.whileUnreferenced([sha256], async (unreferenced) => {
      assert.deepEqual(unreferenced, []);
      return [];
    });
  });

  await t.test('no publish of bytes that are being collected loses them', async (t) => {
    const one = registry;
    const other = await start(t, { dataFolder });
    for (let round = 0; round < 3; round += 1) {
      const tarballs = Array.from({ length: 100 }, (_, index) =>
        tarballOf(`round ${round}, number ${index}`),
      );
      for (const tarball of tarballs) await leaveBlob(dataFolder, tarball);
      const collecting = run(dataFolder, ['gc', '--delete', ...AT_ONCE], { isRace: true });
      await delay(100 + 250 * round);
      const urls = await Promise.all(
        tarballs.map(async (tarball, index) => {
          const { admin } = index % 2 === 0 ? one : other;
          const draft = { name: `@acme/p${index}`, version: `1.${round}.0`, tarball };
          // On a busy machine, the collection holds the lock so long that some are refused with a 503.
          return (await eventually(() => admin.mustPublish(draft))).url;
        }),
      );
      const { code, stderr } = await collecting;
      assert.equal(code, 0, stderr);
      for (const [index, url] of urls.entries()) {
        const { status, bytes } = await one.anonymous.get(url);
        assert.equal(status, 200, url);
        assert.ok(tarballs[index]?.equals(bytes), url);
      }
    }
    assert.match(await must(dataFolder, 'verify'), /all is well/);
  });
});
