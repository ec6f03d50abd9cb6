// Public interface for blobs in a bucket, separate so that the SDK is loaded only where it is used.
export { openS3BlobInventory } from './s3-blob-inventory.ts';
export { openS3BlobStore } from './s3-blob-store.ts';
