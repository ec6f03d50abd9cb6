// The refusal of one more key or signature than a limit allows.
import { RegistryError } from '@prime-registry/protocol';

/** @param what - the count that is reached, as a clause */
export function tooMany(what: string): RegistryError {
  return new RegistryError('invalid_request', { detail: `${what}, and no more are possible.` });
}
