// Reads the identity that published a version (not part of the contract).
import { type Provenance, parseProvenance } from '@prime-registry/protocol';
import { fieldOf } from './additions.ts';

/** Reads the field `provenance`. A malformed one is left out. */
export function readProvenance(body: unknown): { readonly provenance?: Provenance } {
  const value = fieldOf(body, 'provenance');
  if (value === undefined) return {};
  const parsed = parseProvenance(value);
  return parsed.ok ? { provenance: parsed.value } : {};
}
