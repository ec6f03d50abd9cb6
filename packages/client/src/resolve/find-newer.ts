// Whether what is installed is still the newest: the question behind a list of outdated Primes.
import { compareVersions, parseVersion } from '@prime-registry/protocol';
import { type PickableList, pickVersion } from './pick-version.ts';
import { LATEST, type VersionRange } from './version-range.ts';

/** Versions that come after the one that is in use. */
export interface NewerVersions {
  /** What the range stands for now, if that is newer. */
  readonly wanted: string | undefined;
  /** The latest version, if that is newer; the range may not allow it. */
  readonly latest: string | undefined;
}

/** Looks for versions in a list that are newer than the current one, by precedence: it never proposes to go back. */
export function findNewer(list: PickableList, current: string, range: VersionRange): NewerVersions {
  return {
    wanted: newerThan(current, pickVersion(list, range)),
    latest: newerThan(current, pickVersion(list, LATEST)),
  };
}

function newerThan(current: string, version: string | undefined): string | undefined {
  if (version === undefined) return undefined;
  const [a, b] = [parseVersion(version), parseVersion(current)];
  return a.ok && b.ok && compareVersions(a.value, b.value) > 0 ? version : undefined;
}
