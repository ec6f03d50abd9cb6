// Selects the `latest` version (contract section 2 names the field and leaves the choice to the registry).
import { compareVersions, isPrerelease, type Version } from './version.ts';

/** A candidate for `latest`. */
export interface LatestCandidate {
  readonly version: Version;
  readonly yanked: boolean;
}

/**
 * The highest stable version that is not yanked, or else the highest prerelease that is not yanked; undefined
 * when every version is yanked. By precedence, never by publish time.
 */
export function selectLatest<T extends LatestCandidate>(candidates: Iterable<T>): T | undefined {
  let best: T | undefined;
  for (const candidate of candidates) {
    if (candidate.yanked) continue;
    if (best === undefined || isBetter(candidate.version, best.version)) best = candidate;
  }
  return best;
}

function isBetter(a: Version, b: Version): boolean {
  if (isPrerelease(a) !== isPrerelease(b)) return isPrerelease(b);
  return compareVersions(a, b) > 0;
}
