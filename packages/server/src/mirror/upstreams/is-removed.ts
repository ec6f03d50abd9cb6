// What an upstream answers for a version that it has removed. Without the client of upstreams, which is
// loaded only if there are any.
import { RegistryError } from '@prime-registry/protocol';

/** Whether an error says that a version was removed. */
export function isRemoved(error: unknown): error is RegistryError {
  return (
    error instanceof RegistryError &&
    (error.code === 'version_removed' || error.code === 'version_removed_by_law')
  );
}
