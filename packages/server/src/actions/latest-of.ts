// Which of the versions in a list is `latest`.
import { parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

/** The latest version; undefined when every one is yanked. */
export function latestOf(versions: readonly ListedVersion[]): Version | undefined {
  const candidates = versions.map(({ version, yanked }) => ({ version: parseStored(version), yanked }));
  return selectLatest(candidates)?.version;
}

function parseStored(version: string): Version {
  const parsed = parseVersion(version);
  if (!parsed.ok) throw new Error(`the store holds a malformed version: ${parsed.message}`);
  return parsed.value;
}
