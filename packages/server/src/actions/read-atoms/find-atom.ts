// Finds an atom anywhere in the registry. Most callers have its id from an edge, and do not know which Prime
// has it.
import {
  type PrimeName,
  parsePrimeName,
  parseVersion,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { AtomHome, AtomStore, FoundAtom, VersionStore } from '@prime-registry/store';
import { latestOf } from '../latest-of.ts';
import { type AbsenceStore, primeNotFound } from '../not-found.ts';
import { inventoryNotFound } from './inventory-not-found.ts';

/** An atom as one version of a Prime has it. */
export interface LocatedAtom extends FoundAtom {
  readonly name: PrimeName;
  readonly version: Version;
}

/** The Prime, and its version, to look in. */
export interface AtomPlace {
  readonly prime?: PrimeName | undefined;
  readonly version?: Version | undefined;
}

type Store = VersionStore & AtomStore & AbsenceStore;

/**
 * The atom in that place. Without a place: in the latest version of the first Prime that has it.
 * @throws RegistryError `atom_not_found`, `prime_not_found`, `version_not_found`, `atoms_not_read`
 */
export async function getAtom(
  store: Store,
  atomId: string,
  { prime, version }: AtomPlace,
  homes: readonly AtomHome[],
): Promise<LocatedAtom> {
  const place = prime === undefined ? firstOf(homes) : await completePlace(store, prime, version);
  if (place === undefined) {
    throw new RegistryError('atom_not_found', {
      detail: `No Prime in this registry has an atom ${atomId} in its latest version.`,
    });
  }
  const found = await store.findAtom(place.name.full, place.version, atomId);
  if (found !== undefined) return { ...found, ...place };
  if ((await store.findInventory(place.name.full, place.version)) === undefined)
    throw await inventoryNotFound(store, place.name, place.version);
  throw new RegistryError('atom_not_found', {
    detail: `${place.name.full} ${place.version.full} has no atom ${atomId}.`,
  });
}

async function completePlace(
  store: Store,
  name: PrimeName,
  version: Version | undefined,
): Promise<{ name: PrimeName; version: Version }> {
  if (version !== undefined) return { name, version };
  const versions = await store.listVersions(name.full);
  if (versions.length === 0) throw primeNotFound(name);
  const latest = latestOf(versions);
  if (latest !== undefined) return { name, version: latest };
  throw new RegistryError('version_not_found', {
    detail: `Every version of ${name.full} is yanked; name one with version=.`,
  });
}

function firstOf([home]: readonly AtomHome[]): { name: PrimeName; version: Version } | undefined {
  const name = home && parsePrimeName(home.name);
  const version = home && parseVersion(home.version);
  return name?.ok && version?.ok ? { name: name.value, version: version.value } : undefined;
}
