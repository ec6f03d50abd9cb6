// Finds the `latest` version of a list.
import { getValue, identityOfVersion, parseVersion, type Version } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

/**
 * The latest version, as selectLatest chooses it; undefined if every one is yanked. Only one version is
 * parsed: a list may have thousands.
 * @param versions - in ascending precedence
 */
export function latestOf(
  versions: readonly Pick<ListedVersion, 'version' | 'yanked'>[],
): Version | undefined {
  const latest =
    versions.findLast(({ version, yanked }) => !yanked && !identityOfVersion(version).includes('-')) ??
    versions.findLast(({ yanked }) => !yanked);
  return latest && getValue(parseVersion(latest.version));
}
