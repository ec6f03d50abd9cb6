// Blobs in a bucket, shared by any number of processes on any number of machines.
import { translateErrors } from '../blob-errors.ts';
import type { S3Location } from '../blob-location.ts';
import type { BlobStore } from '../blob-store.ts';
import { removeLeftovers } from './abandoned-uploads.ts';
import { lookIntoBucket } from './look-into-bucket.ts';
import { createMarkObjects } from './mark-objects.ts';
import { READ_SLOT_LIMITS, type ReadSlotLimits, ReadSlots } from './read-slots.ts';
import { S3Bucket } from './s3-bucket.ts';
import { readS3Blob } from './s3-reading.ts';
import { S3_TIMES, type S3Times } from './s3-times.ts';
import { createS3Upload } from './s3-upload.ts';

/**
 * How long the result of a ping is reused: anybody can ask whether the registry is ready, and requests may
 * cost money.
 */
const PING_MS = 1000;

/** Options of a store. */
export interface S3StoreOptions {
  readonly times?: S3Times;
  readonly readSlots?: ReadSlotLimits;
}

/**
 * Opens the store. Uploads left by killed processes are removed in the background. An unavailable bucket does
 * not prevent the start; `ping` reports it.
 */
export function openS3BlobStore(location: S3Location, options: S3StoreOptions = {}): BlobStore {
  const { times = S3_TIMES, readSlots = READ_SLOT_LIMITS } = options;
  const bucket = new S3Bucket(location, times);
  const slots = new ReadSlots(readSlots);
  // What is not removed now is removed by a later start or by gc.
  const tidying = removeLeftovers(bucket, Date.now()).catch(() => undefined);
  let pinging: Promise<void> | undefined;

  return {
    createUpload: async () => createS3Upload(bucket),

    read: (sha256, sizeBytes, range) => readS3Blob({ bucket, slots, sha256, sizeBytes, range }),

    ...createMarkObjects(bucket),

    ping() {
      if (pinging === undefined) {
        pinging = translateErrors(() => lookIntoBucket(bucket));
        setTimeout(() => {
          pinging = undefined;
        }, PING_MS).unref();
      }
      return pinging;
    },

    async close() {
      bucket.close();
      await tidying;
    },
  };
}
