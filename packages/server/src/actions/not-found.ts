// Says whether the Prime or only the version is missing. Both are a 404; the detail helps people.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { VersionStore } from '@prime-registry/store';

/** The error for a version that is not here. */
export async function versionNotFound(
  store: VersionStore,
  name: PrimeName,
  version: Version,
): Promise<RegistryError> {
  if (!(await store.hasPrime(name.full))) return primeNotFound(name);
  return new RegistryError('version_not_found', {
    detail: `${name.full} is in this registry, but its version ${version.full} is not.`,
  });
}

/** The error for a Prime that is not here. */
export function primeNotFound(name: PrimeName): RegistryError {
  return new RegistryError('prime_not_found', { detail: `${name.full} is not in this registry.` });
}
