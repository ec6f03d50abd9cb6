// Chooses a version from a list. The order of the list never matters, and a yanked version is never chosen.
import {
  compareVersions,
  LATEST,
  type LatestCandidate,
  parseVersion,
  precedenceKey,
  selectLatest,
  type Version,
  type VersionRange,
} from '@prime-registry/protocol';

/** The needed part of a list of versions (contract section 4.2). */
export interface PickableList {
  readonly versions: readonly { readonly version: string; readonly yanked?: boolean }[];
  /** The registry's latest version. */
  readonly latest: string;
  readonly channels?: readonly { readonly channel: string; readonly version: string }[];
}

/**
 * The highest version by precedence that matches the range; undefined when none matches. For `latest`, the
 * version that the registry names; if that one cannot be chosen, the highest stable version, or else the
 * highest prerelease.
 */
export function pickVersion(list: PickableList, range: VersionRange): string | undefined {
  const candidates = listCandidates(list);
  if (range.kind === 'channel') {
    const entry = list.channels?.find(({ channel }) => channel === range.text);
    return entry && candidates.find(({ full }) => full === entry.version)?.full;
  }
  if (range.kind !== 'latest') return candidates.find(({ full }) => range.matches(full))?.full;
  const named = parseVersion(list.latest);
  const latest = named.ok ? candidates.find(({ identity }) => identity === named.value.identity) : undefined;
  return (latest ?? selectLatest(candidates.map(asLatestCandidate))?.version)?.full;
}

/** The versions that can be chosen, highest first, without yanked and malformed ones. */
export function listCandidates(list: PickableList): Version[] {
  return list.versions
    .flatMap(({ version, yanked }) => {
      const parsed = yanked === true ? undefined : parseVersion(version);
      return parsed?.ok ? [{ version: parsed.value, key: sortKey(parsed.value) }] : [];
    })
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? 1 : -1))
    .map(({ version }) => version);
}

// No registry should list versions that differ only in build metadata. If one does, the choice does not
// depend on the order.
function sortKey(version: Version): string {
  return `${precedenceKey(version)} ${version.full}`;
}

function asLatestCandidate(version: Version): LatestCandidate {
  return { version, yanked: false };
}

/** Versions that are higher than the installed one. */
export interface NewerVersions {
  /** The version that the range selects now, if it is newer. */
  readonly wanted: string | undefined;
  /** The latest version, if it is newer; the range may not allow it. */
  readonly latest: string | undefined;
}

/**
 * Finds versions in a list with a higher precedence than the current one; it never proposes a downgrade, except that
 * the version of a channel is wanted in any case.
 */
export function findNewer(list: PickableList, current: string, range: VersionRange): NewerVersions {
  const wanted = pickVersion(list, range);
  return {
    wanted: range.kind === 'channel' ? otherThan(current, wanted) : newerThan(current, wanted),
    latest: newerThan(current, pickVersion(list, LATEST)),
  };
}

function otherThan(current: string, version: string | undefined): string | undefined {
  return version === current ? undefined : version;
}

function newerThan(current: string, version: string | undefined): string | undefined {
  if (version === undefined) return undefined;
  const [a, b] = [parseVersion(version), parseVersion(current)];
  return a.ok && b.ok && compareVersions(a.value, b.value) > 0 ? version : undefined;
}
