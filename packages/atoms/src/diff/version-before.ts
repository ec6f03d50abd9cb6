// Which version a new one is to be compared with.
import { compareVersions, isPrerelease, parseVersion, type Version } from '@prime-registry/protocol';

/**
 * The version that users of a new one come from: of the lower ones that are not yanked, the highest stable one for a stable
 * version, so that no prerelease in between hides what it takes away, and the highest of all for a prerelease.
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
