// Whatever goes wrong with a blob is a failure of the storage for everybody above: never a 404, never a path in an answer.
import { RegistryError } from '@prime-registry/protocol';

/** The error for whoever asked; the cause is for the log. */
export function unavailable(cause: unknown): RegistryError {
  const detail = 'The tarballs of the registry cannot be used just now; try again.';
  return new RegistryError('storage_unavailable', { detail }, { cause });
}

/** The error for a blob that is not what the metadata says. */
export function damaged(message: string): RegistryError {
  return unavailable(new Error(message));
}
