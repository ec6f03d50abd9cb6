// Whatever goes wrong with a file is a failure of the storage for everybody above: never a 404, never a path in an answer.
import { RegistryError } from '@prime-registry/protocol';

/** Runs a file operation; its errors become `storage_unavailable`, with the cause kept for the log. */
export async function translateFileError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof RegistryError ? error : unavailable(error);
  }
}

/** The error for a blob that is not what the metadata says. */
export function damaged(message: string): RegistryError {
  return unavailable(new Error(message));
}

function unavailable(cause: unknown): RegistryError {
  const detail = 'The tarballs of the registry cannot be used just now; try again.';
  return new RegistryError('storage_unavailable', { detail }, { cause });
}
