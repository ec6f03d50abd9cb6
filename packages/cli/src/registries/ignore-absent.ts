// What a registry does not have.
import { isNotFound } from '@prime-registry/client';

/** For `catch`: undefined if the registry says that there is no such thing. @throws every other error */
export function ignoreAbsent(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
