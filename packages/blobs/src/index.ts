// The door of the package: what the registry asks of its blobs. A folder and a bucket have doors of their own.
export type { AbandonedUpload, BlobGroup, BlobInventory, StoredFile } from './blob-inventory.ts';
export { type BlobLocation, describeLocation, type S3Location } from './blob-location.ts';
export type { BlobChunks, BlobStore, BlobUpload, ByteRange } from './blob-store.ts';
export { uploadFileName } from './upload-leftovers.ts';
