// Merges the list of an upstream with the versions that are here. Both change rarely, and a list is read
// often: the last result for each list of an upstream is kept as long as that list is.
import { ownTurn } from '@prime-registry/concurrency';
import {
  getValue,
  identityOfVersion,
  lengthOfRequires,
  parseVersion,
  precedenceKey,
  REQUIRES_LIMITS,
} from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';

interface United {
  /** The versions here that it was made with. */
  readonly here: readonly ListedVersion[];
  readonly versions: readonly ListedVersion[];
}

/** By the list of the upstream. */
const results = new WeakMap<readonly ListedVersion[], United>();

/** Versions that are parsed before other requests have a turn: some milliseconds. */
const PARSED_AT_ONCE = 500;

/**
 * Merges both lists; a version that is yanked in either is yanked.
 * @param elsewhere - the list of an upstream, in ascending precedence; must not change afterwards
 * @param here - in ascending precedence
 * @returns in ascending precedence; the same array for the same lists
 */
export async function uniteLists(
  elsewhere: readonly ListedVersion[],
  here: readonly ListedVersion[],
): Promise<readonly ListedVersion[]> {
  // Only build metadata makes several versions of a list one.
  if (here.length === 0 && !elsewhere.some(({ version }) => version.includes('+'))) return elsewhere;
  const before = results.get(elsewhere);
  if (before !== undefined && isSame(before.here, here)) return before.versions;
  const versions = await merge(join(elsewhere), join(here));
  results.set(elsewhere, { here, versions });
  return versions;
}

/** By identity, in the order of the list. */
type ByIdentity = Map<string, ListedVersion>;

function join(list: readonly ListedVersion[]): ByIdentity {
  const joined: ByIdentity = new Map();
  for (const listed of list) {
    const identity = identityOfVersion(listed.version);
    const first = joined.get(identity);
    if (first === undefined) joined.set(identity, listed);
    else if (listed.yanked && !first.yanked) joined.set(identity, yankedAs(first, listed));
  }
  return joined;
}

async function merge(elsewhere: ByIdentity, here: ByIdentity): Promise<ListedVersion[]> {
  const onlyHere = [...here].filter(([identity]) => !elsewhere.has(identity));
  const merged: ListedVersion[] = [];
  let taken = 0;
  let parsed = 0;
  const keyOf = async (identity: string): Promise<string> => {
    parsed += 1;
    if (parsed % PARSED_AT_ONCE === 0) await ownTurn();
    return precedenceKey(getValue(parseVersion(identity)));
  };
  const readNext = async () => {
    const [identity, listed] = onlyHere[taken] ?? [];
    return identity && listed && { key: await keyOf(identity), listed };
  };

  let next = await readNext();
  for (const [identity, listed] of elsewhere) {
    // Keys are only needed up to the last version that is only here.
    for (
      const key = next && (await keyOf(identity));
      next && key && next.key < key;
      next = await readNext()
    ) {
      merged.push(next.listed);
      taken += 1;
    }
    const own = here.get(identity);
    merged.push(own === undefined ? listed : uniteVersion(own, listed));
  }
  return boundRequires([...merged, ...onlyHere.slice(taken).map(([, listed]) => listed)]);
}

/** The version here, with what only the upstream knows: an earlier program did not store what it requires. */
function uniteVersion(own: ListedVersion, listed: ListedVersion): ListedVersion {
  const united = listed.yanked && !own.yanked ? yankedAs(own, listed) : own;
  const { requires, requiresOmitted } = listed;
  if (own.requires !== undefined || (requires === undefined && !requiresOmitted)) return united;
  return { ...united, ...(requires === undefined ? { requiresOmitted: true } : { requires }) };
}

/** The requirements of the highest versions stay, as in the list of a registry. */
function boundRequires(versions: ListedVersion[]): ListedVersion[] {
  let left: number = REQUIRES_LIMITS.maxListCharacters;
  for (let at = versions.length - 1; at >= 0; at -= 1) {
    const { requires, ...rest } = versions[at] ?? {};
    if (requires === undefined) continue;
    left -= lengthOfRequires(requires);
    if (left < 0) versions[at] = { ...(rest as ListedVersion), requiresOmitted: true };
  }
  return versions;
}

/** The version here, which is yanked elsewhere. */
function yankedAs(here: ListedVersion, { yankReason }: ListedVersion): ListedVersion {
  return { ...here, yanked: true, ...(yankReason !== undefined && { yankReason }) };
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
