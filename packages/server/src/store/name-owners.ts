// To which registry names belong. All versions of a Prime have one owner, and nothing of a scope that something was published in
// here is taken from elsewhere.
import { RegistryError } from '@prime-registry/protocol';
import type { NewVersion } from './registry-store.ts';
import type { Refusal } from './version-insert.ts';

/** How a name stands before some versions are inserted; undefined where nobody has it. */
export type Standing = { readonly localScope: string | null; readonly origin: string | null } | undefined;

/** The owners of names while versions are inserted one after the other. */
export interface NameOwners {
  /** @returns why the version may not have its name; undefined when it may, as all that claim it later are told. */
  claim(version: Pick<NewVersion, 'name' | 'origin'>): Refusal | undefined;
}

/** @param standings - by the names of Primes */
export function trackOwners(standings: ReadonlyMap<string, Standing>): NameOwners {
  const localScopes = new Set<string>();
  const origins = new Map<string, string>();
  for (const [name, standing] of standings) {
    if (standing?.localScope != null) localScopes.add(standing.localScope);
    if (standing?.origin != null) origins.set(name, standing.origin);
  }

  return {
    claim({ name: { full, scope }, origin }) {
      if (origin !== undefined && localScopes.has(scope))
        return belongsElsewhere(`${scope} belongs to this registry: nothing of it is taken from ${origin}.`);
      const other = origins.get(full) ?? origin;
      if (other !== origin)
        return belongsElsewhere(
          `${full} came from ${other}, where its versions are published; publish under a name of your own.`,
        );
      if (origin === undefined) localScopes.add(scope);
      else origins.set(full, origin);
      return undefined;
    },
  };
}

function belongsElsewhere(detail: string): Refusal {
  return { reason: new RegistryError('name_of_another_registry', { detail }) };
}
