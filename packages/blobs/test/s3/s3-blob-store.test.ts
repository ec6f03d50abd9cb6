// The contract of every blob store, for a bucket on a real server.
import { after, describe } from 'node:test';
import type { BlobStore } from '@prime-registry/blobs';
import { testBlobStore } from '@prime-registry/testkit/contract-suites';
import { useS3Server } from '@prime-registry/testkit/s3';
import { openS3BlobStore } from '../../src/s3/s3-blob-store.ts';

const s3 = await useS3Server();
const opened: BlobStore[] = [];
after(() => Promise.all(opened.map((blobs) => blobs.close())));

describe('in a bucket', { skip: s3.skip }, () => {
  testBlobStore(async () => {
    const blobs = openS3BlobStore((await s3.makeBucket()).location);
    opened.push(blobs);
    return blobs;
  });
});
