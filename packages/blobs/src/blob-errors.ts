// Errors of blob stores. To all callers, every failure with a blob is a storage failure: never a 404, and
// never a path in a response.
import { RegistryError } from '@prime-registry/protocol/basics';

/** The error for the caller; the cause is for the log. */
export function unavailable(cause: unknown): RegistryError {
  const detail = 'The tarballs of the registry are temporarily unavailable; try again.';
  return new RegistryError('storage_unavailable', { detail }, { cause });
}

/** Runs an operation; its errors become `storage_unavailable`, with the cause kept for the log. */
export async function translateErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof RegistryError ? error : unavailable(error);
  }
}

/** The error for a blob that differs from its metadata. */
export function damaged(message: string): RegistryError {
  return unavailable(new Error(message));
}

/** The place of all blobs is missing, such as an unmounted volume: that says nothing about any one blob. */
export class BlobsAwayError extends Error {
  override readonly name = 'BlobsAwayError';
}

/** What is read of a file or folder; undefined if it does not exist. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
