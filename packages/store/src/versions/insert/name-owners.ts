// Which registry owns a name. All versions of a Prime have one origin, and a scope with published versions is
// not mirrored. Nothing is published under a name that has moved.
import { RegistryError } from '@prime-registry/protocol';
import type { Refusal, VersionInsert } from './version-insert.ts';

/** The owner of a name before some versions are inserted. */
export interface NameStanding {
  readonly primeId: number | null;
  /** Its scope, if that belongs to this registry. */
  readonly localScope: string | null;
  readonly origin: string | null;
  /** Its name, if a version of it was lost. */
  readonly lostName: string | null;
  /** The name under which new versions are published. */
  readonly movedTo: string | null;
  /** Number of its removed versions. */
  readonly removals: number | null;
  /** Its scope, if that requires signatures. */
  readonly signedScope: string | null;
  /** Why the log is halted. */
  readonly logHalted: string | null;
}

/**
 * The inserts that may not use their names. Each is checked as if those before it had been inserted.
 * @param standings - by name of the Prime
 * @param isRefused - whether an insert is refused for another reason: then it takes no name either
 */
export function findOtherOwners(
  inserts: readonly VersionInsert[],
  standings: ReadonlyMap<string, NameStanding | undefined>,
  isRefused: (insert: VersionInsert) => boolean,
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
    const movedTo = standings.get(name.full)?.movedTo ?? undefined;
    const owner = origins.get(name.full) ?? origin;
    if (origin !== undefined && localScopes.has(name.scope)) {
      const detail = `${name.scope} belongs to this registry, so its Primes are not taken from ${origin}.`;
      refused.set(insert, belongsElsewhere(detail));
    } else if (owner !== origin) {
      const detail = `${name.full} came from ${owner}, where its versions are published. Publish under a name of your own.`;
      refused.set(insert, belongsElsewhere(detail));
    } else if (movedTo !== undefined) {
      const detail = `${name.full} is now ${movedTo}: publish new versions under that name.`;
      refused.set(insert, { reason: new RegistryError('prime_moved', { detail }) });
    } else if (isRefused(insert)) continue;
    else if (origin === undefined) localScopes.add(name.scope);
    else origins.set(name.full, origin);
  }
  return refused;
}

function belongsElsewhere(detail: string): Refusal {
  return { reason: new RegistryError('name_of_another_registry', { detail }) };
}
