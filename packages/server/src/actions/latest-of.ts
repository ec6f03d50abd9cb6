// Which version of a list is `latest`.
import { getValue, parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

/** The latest version; undefined if every one is yanked. */
export function latestOf(
  versions: readonly Pick<ListedVersion, 'version' | 'yanked'>[],
): Version | undefined {
  const candidates = versions.map(({ version, yanked }) => ({
    version: getValue(parseVersion(version)),
    yanked,
  }));
  return selectLatest(candidates)?.version;
}
