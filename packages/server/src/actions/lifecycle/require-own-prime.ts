// Who may change the life of a Prime: a token with the permission for its scope, in the registry that owns the name.
import { type Permission, type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { MirrorStore, VersionStore } from '@prime-registry/store';
import { primeNotFound } from '../not-found.ts';
import type { Requester } from '../tokens/act.ts';
import { requirePermission, requirePrime } from '../tokens/authorize.ts';

export interface OwnershipDeps {
  readonly store: Pick<VersionStore, 'hasPrime'> & Pick<MirrorStore, 'findStanding'>;
}

/**
 * Requires that the requester may change this Prime here.
 * @param version - the only version that is changed; undefined for a change of the Prime as a whole
 * @throws RegistryError `permission_missing`, `scope_not_allowed`, `prime_not_allowed`, `prime_not_found`,
 *   `name_of_another_registry`
 */
export async function requireOwnPrime(
  { store }: OwnershipDeps,
  { actor, name }: { readonly actor: Requester; readonly name: PrimeName },
  permission: Permission,
  version?: Version,
): Promise<void> {
  requirePermission(actor, permission);
  requirePrime(actor, name, version);
  const { origin } = await store.findStanding(name.full);
  if (origin !== undefined) {
    throw new RegistryError('name_of_another_registry', {
      detail: `${name.full} came from ${origin}: change it there, and this registry follows.`,
    });
  }
  if (!(await store.hasPrime(name.full))) throw primeNotFound(name);
}
