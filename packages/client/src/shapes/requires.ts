// The required Primes of a version (not part of the contract).
import { parseRequires, type Requires } from '@prime-registry/protocol';
import { fieldOf } from './additions.ts';

/** Reads the field `requires`. Malformed requirements are left out as a whole. */
export function readRequires(body: unknown): { readonly requires?: Requires } {
  const value = fieldOf(body, 'requires');
  if (value === undefined) return {};
  const parsed = parseRequires(value);
  return parsed.ok ? { requires: parsed.value } : {};
}
