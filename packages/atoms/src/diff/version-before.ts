// The version to compare a new one with.
import { compareVersions, isPrerelease, parseVersion, type Version } from '@prime-registry/protocol';

/**
 * The version from which users upgrade to a new one. Among the lower versions that are not yanked it is, for
 * a stable version, the highest stable one, so that no prerelease in between hides a removal; for a
 * prerelease, the highest one.
 * @param listed - in ascending precedence
 */
export function findVersionBefore(
  listed: readonly { readonly version: string; readonly yanked?: boolean }[],
  version: Version,
): Version | undefined {
  const lower = listed.flatMap((entry) => {
    const parsed = parseVersion(entry.version);
    const isLower = parsed.ok && compareVersions(parsed.value, version) < 0;
    return isLower && entry.yanked !== true ? [parsed.value] : [];
  });
  const stable = isPrerelease(version) ? undefined : lower.findLast((candidate) => !isPrerelease(candidate));
  return stable ?? lower.at(-1);
}
