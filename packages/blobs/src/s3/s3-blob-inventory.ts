// The inventory of blobs in a bucket.
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { BlobsAwayError, translateErrors, unavailable } from '../blob-errors.ts';
import type { BlobInventory } from '../blob-inventory.ts';
import type { S3Location } from '../blob-location.ts';
import { listAbandonedUploads, removeUpload } from './abandoned-uploads.ts';
import { BLOBS_PATH, blobPathOf } from './blob-keys.ts';
import { listGroups } from './list-groups.ts';
import { listObjects } from './list-objects.ts';
import { lookIntoBucket } from './look-into-bucket.ts';
import { createMarkObjects } from './mark-objects.ts';
import { ReadSlots } from './read-slots.ts';
import { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';
import { readS3Blob } from './s3-reading.ts';
import { S3_TIMES, type S3Times } from './s3-times.ts';

/** An inventory that closes its connections. */
export interface S3BlobInventory extends BlobInventory {
  close(): void;
}

/** Options of an inventory. */
export interface S3InventoryOptions {
  readonly times?: S3Times;
  /** The clock for ages. */
  readonly now?: () => number;
}

/** Opens the inventory of a bucket. */
export function openS3BlobInventory(location: S3Location, options: S3InventoryOptions = {}): S3BlobInventory {
  const { times = S3_TIMES, now = Date.now } = options;
  const bucket = new S3Bucket(location, times);
  const slots = new ReadSlots();

  return {
    async *listGroups() {
      try {
        yield* listGroups(bucket);
      } catch (error) {
        throw unavailable(error);
      }
    },

    listStrangers: () =>
      translateErrors(async () => {
        const strangers: string[] = [];
        for await (const { kind, path } of listObjects(bucket, BLOBS_PATH)) {
          const isGroup = kind === 'folder' && /^[0-9a-f]{2}\/$/.test(path.slice(BLOBS_PATH.length));
          if (!isGroup) strangers.push(bucket.describe(bucket.keyOf(path)));
        }
        return strangers.toSorted();
      }),

    findBlob: (sha256) =>
      translateErrors(async () => {
        const key = bucket.keyOf(blobPathOf(sha256));
        const input = { Bucket: bucket.name, Key: key };
        try {
          const { ContentLength, LastModified } = await bucket.send(
            `look at ${bucket.describe(key)}`,
            new HeadObjectCommand(input),
          );
          if (ContentLength === undefined || LastModified === undefined)
            throw new Error(`the store reports no size or time for ${bucket.describe(key)}`);
          return { sizeBytes: ContentLength, touchedAtMs: LastModified.getTime() };
        } catch (error) {
          if (!(error instanceof S3Failure) || !error.isAbsence) throw error;
          // The answer has no body (RFC 9110, section 9.3.2), so it is the same if there is no such bucket.
          await lookIntoBucket(bucket).catch((failure: S3Failure) => {
            throw failure.code === 'NoSuchBucket' ? new BlobsAwayError(failure.message) : failure;
          });
          return undefined;
        }
      }),

    read: (sha256, sizeBytes) => readS3Blob({ bucket, slots, sha256, sizeBytes, range: undefined }),

    removeBlob: (sha256) =>
      translateErrors(async () => {
        const key = bucket.keyOf(blobPathOf(sha256));
        const input = { Bucket: bucket.name, Key: key };
        await bucket.send(`remove ${bucket.describe(key)}`, new DeleteObjectCommand(input));
      }),

    listAbandonedUploads: () => translateErrors(() => listAbandonedUploads(bucket, now())),

    removeUpload: (name) => translateErrors(() => removeUpload(bucket, name)),

    ...createMarkObjects(bucket),

    close: () => bucket.close(),
  };
}
