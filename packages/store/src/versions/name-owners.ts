// To which registry names belong. All versions of a Prime have one owner, and nothing of a scope that something was published in
// here is taken from elsewhere.
import { RegistryError } from '@prime-registry/protocol';
import type { Refusal, VersionInsert } from './version-insert.ts';

/** How a name stands before some versions are inserted. */
export interface NameStanding {
  readonly primeId: number | null;
  /** Its scope, when that belongs to this registry. */
  readonly localScope: string | null;
  readonly origin: string | null;
}

/**
 * Those of some versions that may not have their names: each stands as if those before it had been inserted.
 * @param standings - by the names of Primes
 */
export function findOtherOwners(
  inserts: readonly VersionInsert[],
  standings: ReadonlyMap<string, NameStanding | undefined>,
): Map<VersionInsert, Refusal> {
  const localScopes = new Set<string>();
  const origins = new Map<string, string>();
  for (const [name, standing] of standings) {
    if (standing?.localScope != null) localScopes.add(standing.localScope);
    if (standing?.origin != null) origins.set(name, standing.origin);
  }
  const refused = new Map<VersionInsert, Refusal>();
  for (const insert of inserts) {
    const { name, origin } = insert.version;
    const owner = origins.get(name.full) ?? origin;
    if (origin !== undefined && localScopes.has(name.scope)) {
      const detail = `${name.scope} belongs to this registry: nothing of it is taken from ${origin}.`;
      refused.set(insert, belongsElsewhere(detail));
    } else if (owner !== origin) {
      const detail = `${name.full} came from ${owner}, where its versions are published; publish under a name of your own.`;
      refused.set(insert, belongsElsewhere(detail));
    } else if (origin === undefined) localScopes.add(name.scope);
    else origins.set(name.full, origin);
  }
  return refused;
}

function belongsElsewhere(detail: string): Refusal {
  return { reason: new RegistryError('name_of_another_registry', { detail }) };
}
