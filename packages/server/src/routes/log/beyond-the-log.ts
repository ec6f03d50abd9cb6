// The error for a size that the log does not have yet.
import type { RegistryError } from '@prime-registry/protocol';
import { invalidQuery } from '../../http/requests/query-problems.ts';

export function beyondTheLog(field: string, given: number, size: number): RegistryError {
  return invalidQuery([{ field, message: `${given} is more than the ${size} entries of the log` }]);
}
