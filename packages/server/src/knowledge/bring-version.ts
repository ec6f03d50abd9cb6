// Finds the version of a Prime that somebody wants to read, and pulls it if only a registry behind this one has it.
import { setTimeout as delay } from 'node:timers/promises';
import {
  getValue,
  type PrimeName,
  parseRange,
  parseVersion,
  quote,
  RegistryError,
  type Version,
  type VersionRange,
} from '@prime-registry/protocol';
import type { RegistryStore, VersionRecord } from '@prime-registry/store';
import { latestOf } from '../actions/latest-of.ts';
import { versionNotFound, versionRemoved } from '../actions/not-found.ts';
import type { VersionListing } from '../mirror/lists/list-versions.ts';
import type { Mirror } from '../mirror/mirror.ts';

export interface BringDeps {
  readonly store: Pick<RegistryStore, 'findVersion' | 'findTombstone' | 'hasPrime'>;
  readonly mirror: Pick<Mirror, 'listVersions' | 'pull' | 'freshForMs'>;
}

/** How long a reader waits for a tarball of an upstream. */
const PATIENCE_MS = 20_000;

/**
 * The version that is meant, here.
 * @param wanted - a version, a range, a channel or `latest`; undefined: the latest that is not yanked
 * @returns undefined if there is no Prime of that name
 * @throws RegistryError `invalid_query`, `version_not_found`, `channel_not_found`, `version_removed`,
 *   `version_removed_by_law`, `upstream_unavailable`, `upstream_mismatch`
 */
export async function bringWanted(
  deps: BringDeps,
  name: PrimeName,
  wanted = 'latest',
): Promise<VersionRecord | undefined> {
  const range = parseRange(wanted);
  if (!range.ok) throw new RegistryError('invalid_query', { detail: `${range.message}.` });
  const version =
    range.value.kind === 'exact'
      ? getValue(parseVersion(range.value.text))
      : choose(name, range.value, await deps.mirror.listVersions(name));
  return version && bringVersion(deps, name, version);
}

/** The same for one version. */
export async function bringVersion(
  { store, mirror }: BringDeps,
  name: PrimeName,
  version: Version,
): Promise<VersionRecord | undefined> {
  const here = await store.findVersion(name.full, version);
  if (here !== undefined) {
    // Looks behind an answer whether the upstream has yanked it in the meantime.
    if (here.origin !== undefined) mirror.freshForMs(name, here);
    return here;
  }
  const pulling = pull(mirror, name, version);
  // A caller that no longer waits does not need the error either.
  pulling.catch(() => undefined);
  const outcome = await Promise.race([pulling, delay(PATIENCE_MS, 'coming' as const, { ref: false })]);
  if (outcome === 'coming')
    throw new RegistryError('upstream_unavailable', {
      detail: `${name.full} ${version.full} is on its way from the registry that has it; ask again in a moment.`,
    });
  const pulled = outcome ? await store.findVersion(name.full, version) : undefined;
  if (pulled !== undefined) return pulled;
  const absence = await versionNotFound(store, name, version);
  if (absence.code === 'prime_not_found') return undefined;
  throw absence;
}

/** @returns whether an upstream has it */
async function pull(mirror: Pick<Mirror, 'pull'>, name: PrimeName, version: Version): Promise<boolean> {
  const begun = await mirror.pull(name, version);
  const failure = await begun?.kept;
  if (failure !== undefined) throw failure.error;
  return begun !== undefined;
}

/** @returns undefined if there is no such Prime */
function choose(
  name: PrimeName,
  range: VersionRange,
  { versions, lifecycle }: VersionListing,
): Version | undefined {
  if (versions.length === 0) {
    const removed = lifecycle?.removed.at(-1);
    if (removed === undefined) return undefined;
    throw versionRemoved(removed);
  }
  const latest = latestOf(versions);
  if (latest === undefined)
    throw versionMissing(
      `Every version of ${name.full} is yanked; name one, such as ${versions.at(-1)?.version}`,
    );
  if (range.kind === 'latest') return latest;
  if (range.kind === 'channel') {
    const channels = lifecycle?.channels ?? [];
    const entry = channels.find(({ channel }) => channel === range.text);
    if (entry !== undefined) return getValue(parseVersion(entry.version));
    const others = channels.length === 0 ? 'none' : channels.map(({ channel }) => channel).join(', ');
    throw new RegistryError('channel_not_found', {
      detail: `${name.full} has no channel ${quote(range.text)}; it has ${others}. Its latest version is ${latest.full}.`,
    });
  }
  const match = versions.findLast(({ version, yanked }) => !yanked && range.matches(version));
  if (match !== undefined) return getValue(parseVersion(match.version));
  throw versionMissing(
    `No version of ${name.full} matches ${quote(range.text)}; its latest version is ${latest.full}`,
  );
}

function versionMissing(sentence: string): RegistryError {
  return new RegistryError('version_not_found', { detail: `${sentence}.` });
}
