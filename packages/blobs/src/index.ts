// Public interface of the package: what the registry needs of its blobs. Folder and bucket have entry points
// of their own.
export type { BlobsAwayError } from './blob-errors.ts';
export type { AbandonedUpload, BlobGroup, BlobInventory, StoredFile } from './blob-inventory.ts';
export { type BlobLocation, describeLocation, type S3Location } from './blob-location.ts';
export type { BlobChunks, BlobStore, BlobUpload, ByteRange } from './blob-store.ts';
export type { MarkName, MarkStore } from './mark-store.ts';
export { isAbandoned, isUploadFileName, uploadFileName } from './upload-leftovers.ts';
