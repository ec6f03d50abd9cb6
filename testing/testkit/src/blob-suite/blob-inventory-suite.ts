// Contract tests of every BlobInventory, whatever the storage.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobGroup, BlobInventory, BlobStore } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';

/** A store of blobs, and what a test needs to change it directly. */
export interface InventoryFixture {
  readonly blobs: BlobStore;
  readonly inventory: BlobInventory;
  /** Puts an object at a path such as `sha256/ab/notes.txt`. @returns its location, as messages show it */
  putStranger(path: string): Promise<string>;
  /** Leaves an unfinished upload with these bytes, like a process that was killed days ago. */
  abandonUpload(bytes: Uint8Array): Promise<void>;
}

/** Declares the tests of a blob inventory. All share the fixture that `open` resolves to. */
export function testBlobInventory(open: () => Promise<InventoryFixture>): void {
  describe('an inventory of blobs', () => {
    let fixture: InventoryFixture;
    before(async () => {
      fixture = await open();
    });

    test('lists blobs by the beginning of their digests, finds, reads and removes them', async () => {
      const { blobs, inventory } = fixture;
      const contents = Array.from({ length: 12 }, (_, index) => makeContent(100 + index));
      const stored = await Promise.all(contents.map((bytes) => store(blobs, bytes)));
      for (const [index, sha256] of stored.entries()) {
        const beginning = sha256.slice(0, 2);
        const alike = stored.filter((other) => other.startsWith(beginning)).toSorted();
        const { digests, strangers } = await groupOf(inventory, beginning);
        assert.deepEqual({ digests, strangers }, { digests: alike, strangers: [] });
        const file = await inventory.findBlob(sha256);
        assert.equal(file?.sizeBytes, 100 + index);
        assert.ok(Math.abs(Date.now() - (file?.touchedAtMs ?? 0)) < 60_000);
        const chunks = await Array.fromAsync(await inventory.read(sha256, 100 + index), (chunk) =>
          Buffer.from(chunk),
        );
        assert.ok(contents[index]?.equals(Buffer.concat(chunks)));
      }
      for (const sha256 of stored) {
        await inventory.removeBlob(sha256);
        assert.equal(await inventory.findBlob(sha256), undefined);
        await assert.rejects(inventory.read(sha256, 100), isUnavailable);
        await assert.rejects(blobs.read(sha256, 100), isUnavailable);
      }
      for (const sha256 of stored)
        assert.deepEqual((await groupOf(inventory, sha256.slice(0, 2))).digests, []);
    });

    test('shares the texts next to the blobs with the store, and takes them for nothing else', async () => {
      const { blobs, inventory } = fixture;
      const [strangers, uploads] = [await inventory.listStrangers(), await inventory.listAbandonedUploads()];
      for (const name of ['published.json', 'log-head.json'] as const) {
        await blobs.writeMark(name, 'one');
        assert.equal(await inventory.readMark(name), 'one');
        await inventory.writeMark(name, 'two');
        assert.equal(await blobs.readMark(name), 'two');
      }
      assert.deepEqual(await inventory.listStrangers(), strangers);
      assert.deepEqual(await inventory.listAbandonedUploads(), uploads);
    });

    test('a blob that is stored again has a new time', async () => {
      const { blobs, inventory } = fixture;
      for (const length of [1000, 6 * 2 ** 20]) {
        const bytes = makeContent(length);
        const sha256 = await store(blobs, bytes);
        const first = await inventory.findBlob(sha256);
        // Stores keep times in whole seconds.
        await delay(1100);
        await store(blobs, bytes);
        const second = await inventory.findBlob(sha256);
        assert.ok((second?.touchedAtMs ?? 0) > (first?.touchedAtMs ?? 0), `${length}`);
      }
    });

    test('lists foreign objects, and takes none for a blob', async () => {
      const { inventory, putStranger } = fixture;
      const digest = 'cd'.repeat(32);
      const among = [
        await putStranger('sha256/ab/notes.txt'),
        await putStranger(`sha256/ab/${digest}`),
        await putStranger(`sha256/ab/${'AB'.repeat(32)}`),
      ];
      const elsewhere = [await putStranger('sha256/abc'), await putStranger('sha256/zz')];
      assert.deepEqual(await groupOf(inventory, 'ab'), { digests: [], strangers: among.toSorted() });
      assert.deepEqual(await inventory.listStrangers(), elsewhere.toSorted());
    });

    test('lists every group in order, and each blob in one group', async () => {
      const { blobs, inventory } = fixture;
      const stored = await Promise.all(Array.from({ length: 20 }, () => store(blobs, makeContent(20))));
      const groups = await Array.fromAsync(inventory.listGroups());
      const beginnings = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));
      assert.deepEqual(
        groups.map(({ beginning }) => beginning),
        beginnings,
      );
      const listed = groups.flatMap(({ digests }) => digests);
      assert.deepEqual(listed, listed.toSorted());
      assert.equal(new Set(listed).size, listed.length);
      for (const sha256 of stored) assert.ok(listed.includes(sha256));
    });

    test('an empty group has no blobs, and a missing blob is not found', async () => {
      const { inventory } = fixture;
      assert.deepEqual(await groupOf(inventory, '00'), { digests: [], strangers: [] });
      assert.equal(await inventory.findBlob('0'.repeat(64)), undefined);
    });

    test('lists and removes abandoned uploads, but not uploads in progress', async () => {
      const { blobs, inventory, abandonUpload } = fixture;
      const sizes = [10, 6 * 2 ** 20];
      for (const size of sizes) await abandonUpload(randomBytes(size));
      const bytes = randomBytes(6 * 2 ** 20);
      const upload = await blobs.createUpload();
      await upload.write(bytes);

      const uploads = await inventory.listAbandonedUploads();
      assert.deepEqual(uploads.map(({ sizeBytes }) => sizeBytes).toSorted(), sizes.toSorted());
      for (const { name } of uploads) await inventory.removeUpload(name);
      assert.deepEqual(await inventory.listAbandonedUploads(), []);

      const sha256 = digestOf(bytes);
      await upload.finish(sha256);
      await upload.commit();
      await upload.discard();
      assert.equal((await inventory.findBlob(sha256))?.sizeBytes, bytes.length);
    });
  });
}

/** The contents of one group. */
async function groupOf(inventory: BlobInventory, wanted: string): Promise<Omit<BlobGroup, 'beginning'>> {
  for await (const { beginning, ...group } of inventory.listGroups()) if (beginning === wanted) return group;
  throw new Error('every group is listed');
}

/** Random bytes whose digest is outside the groups into which the tests put foreign objects. */
function makeContent(length: number): Buffer {
  for (;;) {
    const bytes = randomBytes(length);
    if (!/^(?:00|ab)/.test(digestOf(bytes))) return bytes;
  }
}

async function store(blobs: BlobStore, bytes: Buffer): Promise<string> {
  const sha256 = digestOf(bytes);
  const upload = await blobs.createUpload();
  await upload.write(bytes);
  await upload.finish(sha256);
  await upload.commit();
  await upload.discard();
  return sha256;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isUnavailable(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'storage_unavailable';
}
