// Finds newer versions of an installed Prime, for the list of outdated Primes.
import { compareVersions, LATEST, parseVersion, type VersionRange } from '@prime-registry/protocol';
import { type PickableList, pickVersion } from './pick-version.ts';

/** Versions that are higher than the installed one. */
export interface NewerVersions {
  /** The version that the range selects now, if it is newer. */
  readonly wanted: string | undefined;
  /** The latest version, if it is newer; the range may not allow it. */
  readonly latest: string | undefined;
}

/**
 * Finds versions in a list with a higher precedence than the current one; it never proposes a downgrade, except that
 * the version of a channel is wanted in any case.
 */
export function findNewer(list: PickableList, current: string, range: VersionRange): NewerVersions {
  const wanted = pickVersion(list, range);
  return {
    wanted: range.kind === 'channel' ? otherThan(current, wanted) : newerThan(current, wanted),
    latest: newerThan(current, pickVersion(list, LATEST)),
  };
}

function otherThan(current: string, version: string | undefined): string | undefined {
  return version === current ? undefined : version;
}

function newerThan(current: string, version: string | undefined): string | undefined {
  if (version === undefined) return undefined;
  const [a, b] = [parseVersion(version), parseVersion(current)];
  return a.ok && b.ok && compareVersions(a.value, b.value) > 0 ? version : undefined;
}
