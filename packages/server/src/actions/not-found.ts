// Says why a version is not here: the Prime is missing, only the version is, or it was removed. The first two are a
// 404; the detail helps people. A removed version never is: a client would ask its next registry for a namesake.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { LifecycleStore, ListedTombstone, VersionStore } from '@prime-registry/store';

/** What tells why a version is not here. */
export type AbsenceStore = Pick<VersionStore, 'hasPrime'> & Pick<LifecycleStore, 'findTombstone'>;

export async function versionNotFound(
  store: AbsenceStore,
  name: PrimeName,
  version: Version,
): Promise<RegistryError> {
  const tombstone = await store.findTombstone(name.full, version);
  if (tombstone !== undefined) return versionRemoved(tombstone);
  if (!(await store.hasPrime(name.full))) return primeNotFound(name);
  return new RegistryError('version_not_found', {
    detail: `${name.full} is in this registry, but its version ${version.full} is not.`,
  });
}

export function primeNotFound(name: PrimeName): RegistryError {
  return new RegistryError('prime_not_found', { detail: `${name.full} is not in this registry.` });
}

export function versionRemoved({
  name,
  version,
  category,
  reason,
}: Omit<ListedTombstone, 'identity'>): RegistryError {
  const why = reason === undefined ? '' : `: ${reason}`;
  return new RegistryError(category === 'law' ? 'version_removed_by_law' : 'version_removed', {
    detail: `${name} ${version} was removed (${category})${why}${/[.!?]$/.test(why) ? '' : '.'}`,
  });
}
