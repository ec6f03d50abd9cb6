// Blobs as files: the contract of every blob store, and tests of the folders.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import { testBlobStore } from '@prime-registry/testkit/contract-suites';
import { openFileSystemBlobStore } from '../../src/file-system/file-system-blob-store.ts';
import { uploadFileName } from '../../src/upload-leftovers.ts';

const parent = await mkdtemp(join(tmpdir(), 'prime-registry-blobs-'));
after(() => rm(parent, { recursive: true }));
const newFolder = (): Promise<string> => mkdtemp(join(parent, 'data-'));

/** A process with a PID namespace of its own, as in a container. */
const UNSHARE = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc'];
const canUnshare = (): boolean => spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

testBlobStore(async () => openFileSystemBlobStore(await newFolder()));

describe('the folders', () => {
  for (const [size, bytes, whileWritten] of [
    ['small', Buffer.from('a tarball'), 0],
    ['large', Buffer.alloc(100_000, 'a tarball'), 2],
  ] as const) {
    test(`contain a ${size} blob under its digest, and an upload only while it is in progress`, async () => {
      const folder = await newFolder();
      const blobs = await openFileSystemBlobStore(folder);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const [committed, discarded] = [await blobs.createUpload(), await blobs.createUpload()];
      for (const upload of [committed, discarded]) {
        await upload.write(bytes.subarray(0, 5));
        await upload.write(bytes.subarray(5));
      }
      assert.equal((await readdir(join(folder, 'uploads'))).length, whileWritten);
      for (const upload of [committed, discarded]) await upload.finish(sha256);
      assert.equal((await readdir(join(folder, 'uploads'))).length, 2);
      await committed.commit();
      await discarded.discard();
      assert.deepEqual(await readdir(join(folder, 'uploads')), []);
      assert.deepEqual(await readdir(join(folder, 'blobs', 'sha256', sha256.slice(0, 2))), [sha256]);
      const stored = await Array.fromAsync(await blobs.read(sha256, bytes.length), (chunk) =>
        Buffer.from(chunk),
      );
      assert.deepEqual(Buffer.concat(stored), bytes);
    });
  }

  test('contain nothing of an upload that is discarded while its first bytes are written', async () => {
    const folder = await newFolder();
    const upload = await (await openFileSystemBlobStore(folder)).createUpload();
    const writing = upload.write(Buffer.alloc(100_000)).catch(() => undefined);
    await upload.discard();
    await writing;
    assert.deepEqual(await readdir(join(folder, 'uploads')), []);
  });

  test('that are missing make a ping, an upload and a commit unavailable', async () => {
    const folder = await newFolder();
    const blobs = await openFileSystemBlobStore(folder);
    const upload = await blobs.createUpload();
    await upload.finish('ab'.repeat(32));
    await rm(join(folder, 'uploads'), { recursive: true });
    const begin = async (): Promise<void> => (await blobs.createUpload()).finish('ab'.repeat(32));
    const requests = [() => blobs.ping(), begin, () => upload.commit()];
    for (const request of requests) await assert.rejects(request, isUnavailable);
  });

  test('that were removed are created again', async () => {
    const folder = await newFolder();
    const blobs = await openFileSystemBlobStore(folder);
    const sha256 = 'ab'.repeat(32);
    for (const bytes of ['before', 'after']) {
      const upload = await blobs.createUpload();
      await upload.write(Buffer.from(bytes));
      await upload.finish(sha256);
      await rm(join(folder, 'blobs', 'sha256', 'ab'), { recursive: true, force: true });
      await upload.commit();
      assert.equal(String(await Array.fromAsync(await blobs.read(sha256, bytes.length), String)), bytes);
    }
  });

  test('whose parent is missing, as on an unmounted volume, are not created in its place', async () => {
    const folder = await newFolder();
    const blobs = await openFileSystemBlobStore(folder);
    const sha256 = 'ab'.repeat(32);
    const upload = await blobs.createUpload();
    await upload.write(Buffer.from('a tarball'));
    await upload.finish(sha256);
    await rename(join(folder, 'blobs'), join(folder, 'away'));
    await assert.rejects(upload.commit(), isUnavailable);
    assert.deepEqual((await readdir(folder)).toSorted(), ['away', 'uploads']);

    await rename(join(folder, 'away'), join(folder, 'blobs'));
    await upload.commit();
    await Array.fromAsync(await blobs.read(sha256, 9));
  });

  test('that cannot be created make the start unavailable', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'blobs'), 'a file where a folder should be');
    await assert.rejects(openFileSystemBlobStore(folder), isUnavailable);
  });
});

describe('uploads that a killed process left', () => {
  const host = hostname().replaceAll(/[^0-9A-Za-z-]/g, '_');
  // Where the process ids are those of this process.
  const [place = ''] = uploadFileName().split('.');
  const isLinux = process.platform === 'linux';
  // Linux has process ids up to 2^22.
  const nobody = 2 ** 22 + 1;
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  const cases = [
    { of: 'a process that has ended', name: `${place}.${nobody}.0a0b0c0d.ab.upload`, isKept: false },
    { of: 'a process that is alive', name: `${place}.${process.ppid}.0a0b0c0d.ab.upload`, isKept: true },
    {
      of: 'an earlier process with our process id',
      name: `${place}.${process.pid}.0a0b0c0d.ab.upload`,
      isKept: false,
    },
    {
      of: 'a process in another container with the name of this host, recent',
      name: `${host}-0123456789ab.${nobody}.0a0b0c0d.ab.upload`,
      isKept: true,
    },
    {
      of: 'a process in another container with the name of this host, hours ago',
      name: `${host}-0123456789ab.${nobody}.0a0b0c0d.ab.upload`,
      at: twoHoursAgo,
      isKept: false,
    },
    {
      of: 'an earlier version on this host, which did not name its container, recent',
      name: `${host}.${nobody}.0a0b0c0d.ab.upload`,
      isKept: isLinux,
    },
    { of: 'another host, recent', name: `not-${host}.${nobody}.0a0b0c0d.ab.upload`, isKept: true },
    {
      of: 'another host, hours ago',
      name: `not-${host}.${nobody}.0a0b0c0d.ab.upload`,
      at: twoHoursAgo,
      isKept: true,
    },
    {
      of: 'another host, days ago',
      name: `not-${host}.${nobody}.0a0b0c0d.ab.upload`,
      at: twoDaysAgo,
      isKept: false,
    },
    {
      of: 'a live process, days ago',
      name: `${place}.${process.ppid}.0a0b0c0d.ab.upload`,
      at: twoDaysAgo,
      isKept: false,
    },
    { of: 'an unknown file', name: 'notes.txt', isKept: true },
  ];
  for (const { of, name, at, isKept } of cases) {
    test(`${of}: ${isKept ? 'kept' : 'removed'} at the next start`, async () => {
      const folder = await newFolder();
      const path = join(folder, 'uploads', name);
      await mkdir(join(folder, 'uploads'));
      await writeFile(path, 'half a tarball');
      if (at !== undefined) await utimes(path, at, at);
      await openFileSystemBlobStore(folder);
      assert.deepEqual(await readdir(join(folder, 'uploads')), isKept ? [name] : []);
    });
  }

  test('of a process that ended and was not reaped: removed', { skip: !isLinux }, async (t) => {
    const folder = await newFolder();
    // The program that replaces the shell never reaps the child.
    const parentOfZombie = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30']);
    t.after(() => parentOfZombie.kill('SIGKILL'));
    const [pid] = await once(parentOfZombie.stdout, 'data');
    const stateFile = `/proc/${Number(pid)}/stat`;
    await eventually(async () => assert.match(await readFile(stateFile, 'utf8'), /\) Z /));
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'uploads', `${place}.${Number(pid)}.0a0b0c0d.ab.upload`), 'half a tarball');
    await openFileSystemBlobStore(folder);
    assert.deepEqual(await readdir(join(folder, 'uploads')), []);
  });

  test('are not those of a process outside of the container', {
    skip: canUnshare() ? false : 'no PID namespace can be made here (unshare)',
  }, async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'uploads', uploadFileName()), 'half a tarball');
    const store = import.meta.resolve('../../src/file-system/file-system-blob-store.ts');
    const program = `
      import { openFileSystemBlobStore } from ${JSON.stringify(store)};
      await openFileSystemBlobStore(${JSON.stringify(folder)});
      console.log(process.pid);
    `;
    const node = [process.execPath, '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync('unshare', [...UNSHARE, ...node], { encoding: 'utf8' });
    assert.equal(stdout, '1\n', `the first process of the container: ${stderr}`);
    assert.equal((await readdir(join(folder, 'uploads'))).length, 1);
  });

  test('are not those of another store in the same process', async () => {
    const folder = await newFolder();
    const upload = await (await openFileSystemBlobStore(folder)).createUpload();
    const blobs = await openFileSystemBlobStore(folder);
    const bytes = Buffer.from('still being written');
    await upload.write(bytes);
    await upload.finish('cd'.repeat(32));
    await upload.commit();
    await Array.fromAsync(await blobs.read('cd'.repeat(32), bytes.length));
  });

  test('never include committed blobs', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'blobs', 'sha256', 'ef'), { recursive: true });
    const path = join(folder, 'blobs', 'sha256', 'ef', 'ef'.repeat(32));
    await writeFile(path, 'old');
    await utimes(path, twoDaysAgo, twoDaysAgo);
    const blobs = await openFileSystemBlobStore(folder);
    await Array.fromAsync(await blobs.read('ef'.repeat(32), 3));
  });
});

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof RegistryError, String(error));
  assert.equal(error.code, 'storage_unavailable');
  assert.ok(!error.message.includes(parent), 'the path is only in the log');
  return true;
}
