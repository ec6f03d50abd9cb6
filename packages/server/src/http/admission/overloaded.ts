// The error under overload.
import { RegistryError } from '@prime-registry/protocol';

/** @param why - a sentence */
export function overloaded(why: string): RegistryError {
  return new RegistryError('overloaded', { detail: `${why} Try again in a moment.` });
}
