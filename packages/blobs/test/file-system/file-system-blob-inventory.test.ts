// The contract of every inventory, for a folder.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { testBlobInventory } from '@prime-registry/testkit/contract-suites';
import { BlobsAwayError } from '../../src/blob-errors.ts';
import { openFileSystemBlobInventory } from '../../src/file-system/file-system-blob-inventory.ts';
import { openFileSystemBlobStore } from '../../src/file-system/file-system-blob-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-inventory-'));
after(() => rm(folder, { recursive: true }));

testBlobInventory(async () => {
  let number = 0;
  return {
    blobs: await openFileSystemBlobStore(folder),
    inventory: openFileSystemBlobInventory(folder),
    async putStranger(path) {
      const file = join(folder, 'blobs', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'of another program');
      return file;
    },
    async abandonUpload(bytes) {
      number += 1;
      const file = join(folder, 'uploads', `another-host.7.abcdef01.${number}.upload`);
      await writeFile(file, bytes);
      const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
      await utimes(file, twoDaysAgo, twoDaysAgo);
    },
  };
});

test('without the folder of the blobs, nothing is known of a blob', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'prime-registry-away-'));
  t.after(() => rm(place, { recursive: true }));
  await openFileSystemBlobStore(place);
  const inventory = openFileSystemBlobInventory(place);
  assert.equal(await inventory.findBlob('0'.repeat(64)), undefined);
  // As with an unmounted volume, whose mount point stays.
  await rm(join(place, 'blobs', 'sha256'), { recursive: true });
  await assert.rejects(inventory.findBlob('0'.repeat(64)), isAway);
});

function isAway({ cause }: Error): boolean {
  return cause instanceof BlobsAwayError;
}
