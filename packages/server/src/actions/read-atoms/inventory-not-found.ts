// Why a version has no inventory: it is not here, or its atoms were never read.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { VersionStore } from '@prime-registry/store';
import { type AbsenceStore, versionNotFound } from '../not-found.ts';

export async function inventoryNotFound(
  store: Pick<VersionStore, 'findVersion'> & AbsenceStore,
  name: PrimeName,
  version: Version,
): Promise<RegistryError> {
  if ((await store.findVersion(name.full, version)) === undefined)
    return versionNotFound(store, name, version);
  return new RegistryError('atoms_not_read', {
    detail: `${name.full} ${version.full} is in this registry, but its atoms were never read. The operator can read them with 'prime-registry index'.`,
  });
}
