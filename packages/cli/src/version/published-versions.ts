// What a list of published versions means for the next one: what to compare with, and which numbers are taken.
import {
  compareVersions,
  isPrerelease,
  parseVersion,
  type Version,
  type VersionList,
} from '@prime-registry/protocol';
import { findSame } from '../atoms/published-version.ts';

/** The version to compare with: the latest one; for a prerelease, itself or the highest before it. */
export function findReference({ versions, latest }: VersionList, current: Version): Version | undefined {
  const usable = versions.flatMap((entry) => {
    const parsed = parseVersion(entry.version);
    return parsed.ok && entry.yanked !== true ? [parsed.value] : [];
  });
  const highest = (some: readonly Version[]): Version | undefined => some.toSorted(compareVersions).at(-1);
  if (isPrerelease(current)) {
    const upToCurrent = usable.filter((version) => compareVersions(version, current) <= 0);
    if (upToCurrent.length > 0) return highest(upToCurrent);
  }
  const told = parseVersion(latest);
  if (told.ok)
    return findSame(
      usable.map(({ full }) => ({ version: full })),
      told.value,
    );
  return highest(usable.filter((version) => !isPrerelease(version))) ?? highest(usable);
}

/** Whether a number was ever published: yanked and removed ones are never free again. */
export function createTakenCheck({ versions, removed = [] }: VersionList): (version: Version) => boolean {
  const taken = new Set(
    [...versions, ...removed].flatMap((entry) => {
      const parsed = parseVersion(entry.version);
      return parsed.ok ? [parsed.value.identity] : [];
    }),
  );
  return ({ identity }) => taken.has(identity);
}
