// The answer to what comes while there is too much already.
import { RegistryError } from '@prime-registry/protocol';

/** @param why - a sentence */
export function overloaded(why: string): RegistryError {
  return new RegistryError('overloaded', { detail: `${why} Try again in a moment.` });
}
