// Which version of a list is `latest`.
import { getValue, parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

type Versions = readonly Pick<ListedVersion, 'version' | 'yanked'>[];

/** By list: that of an upstream stays in memory while it is read. */
const known = new WeakMap<Versions, { readonly latest: Version | undefined }>();

/** The latest version; undefined if every one is yanked. @param versions - must not change afterwards */
export function latestOf(versions: Versions): Version | undefined {
  const before = known.get(versions);
  if (before !== undefined) return before.latest;
  const candidates = versions.map(({ version, yanked }) => ({
    version: getValue(parseVersion(version)),
    yanked,
  }));
  const latest = selectLatest(candidates)?.version;
  known.set(versions, { latest });
  return latest;
}
