// Paths in a bucket: `sha256/ab/abcd…` for a blob, `uploads/…` for an upload in progress.
import { isSha256 } from '@prime-registry/protocol';
import { isUploadFileName, uploadFileName } from '../upload-leftovers.ts';

/** Prefix of every blob. */
export const BLOBS_PATH = 'sha256/';
/** Prefix of every upload. */
export const UPLOADS_PATH = 'uploads/';

/** The path of a blob. */
export function blobPathOf(sha256: string): string {
  return `${BLOBS_PATH}${sha256.slice(0, 2)}/${sha256}`;
}

/** Whether the path has the form of {@link blobPathOf}. */
export function isBlobPath(path: string): boolean {
  const sha256 = path.slice(path.lastIndexOf('/') + 1);
  return isSha256(sha256) && path === blobPathOf(sha256);
}

/** A path for a new upload. */
export function newUploadPath(): string {
  return `${UPLOADS_PATH}${uploadFileName()}`;
}

/** Whether the path has the form of {@link newUploadPath}. */
export function isUploadPath(path: string): boolean {
  return path.startsWith(UPLOADS_PATH) && isUploadFileName(path.slice(UPLOADS_PATH.length));
}
