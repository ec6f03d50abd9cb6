// The contract of every inventory, for a bucket; and objects of other hosts and other programs in it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { startFaultyProxy } from '@prime-registry/testkit';
import { testBlobInventory } from '@prime-registry/testkit/contract-suites';
import { type TestBucket, useS3Server } from '@prime-registry/testkit/s3';
import { BlobsAwayError } from '../../src/blob-errors.ts';
import { removeLeftovers } from '../../src/s3/abandoned-uploads.ts';
import { listMultipartUploads, listObjects } from '../../src/s3/list-objects.ts';
import { MultipartUpload } from '../../src/s3/multipart-upload.ts';
import { openS3BlobInventory } from '../../src/s3/s3-blob-inventory.ts';
import { openS3BlobStore } from '../../src/s3/s3-blob-store.ts';
import { S3Bucket } from '../../src/s3/s3-bucket.ts';
import { uploadFileName } from '../../src/upload-leftovers.ts';

const s3 = await useS3Server();
const closing: { close(): unknown }[] = [];
after(() => Promise.all(closing.map((each) => each.close())));

const TWO_DAYS_MS = 2 * 86_400_000;
const uploadKey = (): string => `team/primes/uploads/${uploadFileName()}`;

describe('of a bucket', { skip: s3.skip }, () => {
  testBlobInventory(async () => {
    const bucket = await s3.makeBucket();
    const blobs = openS3BlobStore(bucket.location);
    const today = openS3BlobInventory(bucket.location);
    const inTwoDays = openS3BlobInventory(bucket.location, { now: () => Date.now() + TWO_DAYS_MS });
    closing.push(blobs, today, inTwoDays);
    const abandoned = new Set<string>();
    return {
      blobs,
      // Abandoned uploads cannot be made old, so the clock moves two days.
      inventory: {
        ...today,
        listAbandonedUploads: async () => {
          assert.deepEqual(await today.listAbandonedUploads(), []);
          const uploads = await inTwoDays.listAbandonedUploads();
          return uploads.filter(({ name }) => abandoned.has(name));
        },
      },
      async putStranger(path) {
        await bucket.put(`team/primes/${path}`, 'of another program');
        return `s3://${bucket.location.bucket}/team/primes/${path}`;
      },
      async abandonUpload(bytes) {
        const known = new Set((await inTwoDays.listAbandonedUploads()).map(({ name }) => name));
        await leave(bucket, bytes);
        for (const { name } of await inTwoDays.listAbandonedUploads())
          if (!known.has(name)) abandoned.add(name);
      },
    };
  });

  test('objects and uploads of other programs are never reported as abandoned uploads', async () => {
    const bucket = await s3.makeBucket('');
    const inventory = openS3BlobInventory(bucket.location, { now: () => Date.now() + TWO_DAYS_MS });
    closing.push(inventory);
    for (const key of ['uploads/photo.jpg', `uploads/of/${uploadFileName()}`, 'other/file'])
      await bucket.put(key, 'x');
    await begin(bucket, 'uploads/film.mp4');
    await begin(bucket, 'sha256/film.mp4');
    assert.deepEqual(await inventory.listAbandonedUploads(), []);
  });

  test('without the bucket, nothing is known of a blob', async () => {
    const bucket = await s3.makeBucket();
    const [here, elsewhere] = [
      bucket.location,
      { ...bucket.location, bucket: `${bucket.location.bucket}-away` },
    ];
    const inventories = [openS3BlobInventory(here), openS3BlobInventory(elsewhere)] as const;
    closing.push(...inventories);
    assert.equal(await inventories[0].findBlob('0'.repeat(64)), undefined);
    await assert.rejects(inventories[1].findBlob('0'.repeat(64)), isAway);
  });

  test('several pages are listed completely, and in order', async (t) => {
    const bucket = await s3.makeBucket();
    const ours = new S3Bucket(bucket.location);
    t.after(() => ours.close());
    const paths = Array.from({ length: 7 }, () => `uploads/${uploadFileName()}`).toSorted();
    await Promise.all(paths.map((path) => bucket.put(`team/primes/${path}`, 'x')));
    for (const path of paths) await begin(bucket, `team/primes/${path}`);
    for (const isDeep of [false, true]) {
      const objects = await Array.fromAsync(listObjects(ours, 'uploads/', { isDeep, pageLength: 2 }));
      assert.deepEqual(
        objects.map(({ path }) => path),
        paths,
      );
    }
    const uploads = await Array.fromAsync(listMultipartUploads(ours, 'uploads/', 2));
    assert.deepEqual(
      uploads.map(({ path }) => path),
      paths,
    );
  });

  test('an upload that ends during the listing is not listed', async (t) => {
    const bucket = await s3.makeBucket();
    const proxy = await startFaultyProxy(s3.account.endpoint);
    t.after(() => proxy.close());
    const now = () => Date.now() + TWO_DAYS_MS;
    const inventory = openS3BlobInventory(bucket.locationAt(proxy.baseUrl), { now });
    closing.push(inventory);
    await begin(bucket, uploadKey());
    assert.equal((await inventory.listAbandonedUploads()).length, 1);
    const gone = { kind: 'answer', status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' } as const;
    proxy.fault = ({ path }) => (path.includes('uploadId=') ? gone : undefined);
    assert.deepEqual(await inventory.listAbandonedUploads(), []);
  });

  test('at a start, leftovers of the last day stay and older ones are removed', async (t) => {
    const bucket = await s3.makeBucket();
    await leave(bucket, randomBytes(10));
    await leave(bucket, randomBytes(6 * 2 ** 20));
    const ours = new S3Bucket(bucket.location);
    t.after(() => ours.close());
    await removeLeftovers(ours, Date.now());
    assert.equal((await bucket.listKeys()).length + (await bucket.listMultipartKeys()).length, 2);
    await removeLeftovers(ours, Date.now() + TWO_DAYS_MS);
    assert.deepEqual([...(await bucket.listKeys()), ...(await bucket.listMultipartKeys())], []);
  });
});

/** Like a killed process: a small upload when it was complete, a large one in the middle. */
async function leave(bucket: TestBucket, bytes: Uint8Array): Promise<void> {
  if (bytes.length < 5 * 2 ** 20) return bucket.put(uploadKey(), bytes);
  const upload = await begin(bucket, uploadKey());
  await upload.add(bytes, new AbortController().signal);
}

async function begin(bucket: TestBucket, key: string): Promise<MultipartUpload> {
  const ours = new S3Bucket({ ...bucket.location, prefix: '' });
  closing.push(ours);
  return MultipartUpload.begin(ours, key, new AbortController().signal);
}

function isAway({ cause }: Error): boolean {
  return cause instanceof BlobsAwayError;
}
