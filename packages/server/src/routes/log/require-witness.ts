// Requires that this registry is a witness.
import { RegistryError } from '@prime-registry/protocol';
import type { Witness } from '../../witness/cosigning/witness.ts';
import type { Needs } from '../route-deps.ts';

/** The witness. @throws RegistryError `not_found` if the registry is none */
export function requireWitness({ witness }: Needs<'witness'>): Witness {
  if (witness !== undefined) return witness;
  throw new RegistryError('not_found', { detail: 'This registry is no witness.' });
}
