// Translates errors of the file system into storage failures.
import { RegistryError } from '@prime-registry/protocol';
import { unavailable } from '../blob-errors.ts';

/** Runs a file operation; its errors become `storage_unavailable`, with the cause kept for the log. */
export async function translateFileError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof RegistryError ? error : unavailable(error);
  }
}
