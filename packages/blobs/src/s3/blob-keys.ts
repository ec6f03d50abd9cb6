// Where in a bucket things are: `sha256/ab/abcd…` for a blob, `uploads/…` for one on its way in.
import { isSha256 } from '@prime-registry/protocol';
import { isUploadFileName, uploadFileName } from '../upload-leftovers.ts';

/** In front of every blob. */
export const BLOBS_PATH = 'sha256/';
/** In front of every upload. */
export const UPLOADS_PATH = 'uploads/';

/** The path of a blob. */
export function blobPathOf(sha256: string): string {
  return `${BLOBS_PATH}${sha256.slice(0, 2)}/${sha256}`;
}

/** Whether {@link blobPathOf} makes such paths. */
export function isBlobPath(path: string): boolean {
  const sha256 = path.slice(path.lastIndexOf('/') + 1);
  return isSha256(sha256) && path === blobPathOf(sha256);
}

/** A path for a new upload. */
export function newUploadPath(): string {
  return `${UPLOADS_PATH}${uploadFileName()}`;
}

/** Whether {@link newUploadPath} makes such paths. */
export function isUploadPath(path: string): boolean {
  return path.startsWith(UPLOADS_PATH) && isUploadFileName(path.slice(UPLOADS_PATH.length));
}
