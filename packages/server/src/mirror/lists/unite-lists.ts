// Merges the list of an upstream with the versions that are here. Both change rarely, and a list is read
// often: the last result for each list of an upstream is kept as long as that list is.
import { parseVersion, precedenceKey } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

interface Keyed {
  readonly identity: string;
  readonly key: string;
  readonly listed: ListedVersion;
}

interface United {
  /** The versions here that it was made with. */
  readonly here: readonly ListedVersion[];
  readonly versions: readonly ListedVersion[];
}

/** By the list of the upstream. */
const results = new WeakMap<readonly ListedVersion[], United>();
const keyedLists = new WeakMap<readonly ListedVersion[], readonly Keyed[]>();

/**
 * Merges both lists; a version that is yanked in either is yanked.
 * @param elsewhere - the list of an upstream, in ascending precedence; must not change afterwards
 * @returns in ascending precedence; the same array for the same lists
 */
export function uniteLists(
  elsewhere: readonly ListedVersion[],
  here: readonly ListedVersion[],
): readonly ListedVersion[] {
  // The list of an upstream is in order, and only build metadata makes several versions one.
  if (here.length === 0 && !elsewhere.some(({ version }) => version.includes('+'))) return elsewhere;
  const before = results.get(elsewhere);
  if (before !== undefined && isSame(before.here, here)) return before.versions;
  const versions = merge(keysOf(elsewhere), here.flatMap(readKey));
  results.set(elsewhere, { here, versions });
  return versions;
}

function merge(elsewhere: readonly Keyed[], here: readonly Keyed[]): ListedVersion[] {
  const known = new Map<string, Keyed>();
  for (const keyed of [...here, ...elsewhere]) {
    const before = known.get(keyed.identity);
    const yanked = keyed.listed.yanked || before?.listed.yanked === true;
    known.set(keyed.identity, { ...keyed, listed: { ...(before ?? keyed).listed, yanked } });
  }
  return [...known.values()]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ listed }) => listed);
}

function keysOf(versions: readonly ListedVersion[]): readonly Keyed[] {
  const known = keyedLists.get(versions) ?? versions.flatMap(readKey);
  keyedLists.set(versions, known);
  return known;
}

function readKey(listed: ListedVersion): Keyed[] {
  const parsed = parseVersion(listed.version);
  if (!parsed.ok) return [];
  return [{ identity: parsed.value.identity, key: precedenceKey(parsed.value), listed }];
}

function isSame(before: readonly ListedVersion[], now: readonly ListedVersion[]): boolean {
  return (
    before.length === now.length &&
    before.every((a, index) => {
      const b = now[index];
      return a.version === b?.version && a.yanked === b.yanked && a.publishedAtMs === b.publishedAtMs;
    })
  );
}
