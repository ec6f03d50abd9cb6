// Lists the versions that are new in an install, for checks in their logs.
import type { Lockfile } from './lockfile/lockfile.ts';
import { isSameVersion } from './lockfile/require-unchanged.ts';
import type { Target } from './look-up.ts';

/** A target that was just looked up, so that the registry is known. */
export type FoundTarget = Target & { readonly source: NonNullable<Target['source']> };

/** The targets that are locked for the first time, or with other bytes. */
export function listNew(targets: readonly Target[], before: Lockfile): FoundTarget[] {
  return targets.filter((target): target is FoundTarget => {
    const locked = before.get(target.name);
    const isKnown = locked !== undefined && isSameVersion(locked, target) && locked.sha256 === target.sha256;
    return target.source !== undefined && !isKnown;
  });
}
