// Asks the registry of one installed Prime for newer versions, and what happened to the installed one.
import {
  findNewer,
  isAborted,
  type ListedMoves,
  type NamedList,
  type RegistryClient,
  RegistryRequestError,
  ResolutionError,
  type Resolver,
  singleLine,
} from '@prime-registry/client';
import { type Deprecation, parseRange, type Tombstone, type VersionRange } from '@prime-registry/protocol';
import { ignore } from '../../errors/expected.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
import type { OutdatedPrime } from './outdated-prime.ts';

/** Asks the registry of an installed Prime. */
export async function findOutdated(
  resolver: Resolver<RegistryClient>,
  { name, version: current, moved_to: lockedName = name }: LockedPrime,
  range: VersionRange,
  signal: AbortSignal,
): Promise<OutdatedPrime> {
  const { registry, lists, problem } = await listNames(resolver, name, signal);
  const [newest] = lists;
  const { wanted, latest } = findNewerInMoves(lists, lockedName, current, range);
  const own = lists.find((named) => named.name === lockedName)?.list;
  const entry = own?.versions.find(({ version }) => version === current);
  const deprecation = own?.deprecations?.find((each) => covers(each.range, current));
  const tombstone = own?.removed?.find(({ version }) => version === current);
  const isYanked = entry?.yanked === true;
  // Only for people: without an answer there is no reason.
  const isPassing = (error: unknown): boolean => error instanceof RegistryRequestError && !isAborted(error);
  const manifest = isYanked
    ? await registry.manifest(lockedName, current, { signal }).catch(ignore(isPassing))
    : undefined;
  const reason = manifest?.yank_reason;
  return {
    ...{ name, current, range: range.text },
    ...(wanted !== undefined && { wanted }),
    ...(latest !== undefined && { latest }),
    yanked: isYanked,
    ...(reason !== undefined && { yank_reason: singleLine(reason) }),
    ...(deprecation && { deprecated: pickDeprecation(deprecation) }),
    ...(tombstone && { removed: pickTombstone(tombstone) }),
    ...(newest.name !== name && { moved_to: newest.name }),
    ...(problem !== undefined && { problem }),
    registry: registry.baseUrl,
  };
}

/** All names of the Prime; if a move cannot be followed, only its own, and why. */
async function listNames(
  resolver: Resolver<RegistryClient>,
  name: string,
  signal: AbortSignal,
): Promise<ListedMoves<RegistryClient> & { readonly problem?: string }> {
  const options = { includeYanked: true, signal };
  try {
    return await resolver.listMoves(name, options);
  } catch (error) {
    const isMove =
      error instanceof ResolutionError &&
      (error.reason === 'foreign-move' || error.reason === 'inconsistent');
    if (!isMove) throw error;
    const { registry, list } = await resolver.listVersions(name, options);
    return { registry, lists: [{ name, list }], problem: error.message };
  }
}

/** An update takes the newest name that has a version in the range; its numbers need not be higher. */
function findNewerInMoves(
  lists: readonly [NamedList, ...NamedList[]],
  lockedName: string,
  current: string,
  range: VersionRange,
): { readonly wanted: string | undefined; readonly latest: string | undefined } {
  const [newest] = lists;
  if (newest.name === lockedName) return findNewer(newest.list, current, range);
  for (const { name, list } of lists) {
    if (name === lockedName)
      return { wanted: findNewer(list, current, range).wanted, latest: newestOf(newest) };
    const wanted = findNewer(list, NONE, range).wanted;
    if (wanted !== undefined) return { wanted, latest: newestOf(newest) };
  }
  return { wanted: undefined, latest: newestOf(newest) };
}

/** Every version is newer than this one. */
const NONE = '0.0.0-0';

function newestOf({ list }: NamedList): string | undefined {
  return list.latest === '' ? undefined : list.latest;
}

function covers(range: string, version: string): boolean {
  const parsed = parseRange(range);
  return parsed.ok && parsed.value.covers(version);
}

function pickDeprecation({ message, successor }: Deprecation): Pick<Deprecation, 'message' | 'successor'> {
  return { message: singleLine(message), ...(successor && { successor }) };
}

function pickTombstone({ category, reason, removed_at }: Tombstone): NonNullable<OutdatedPrime['removed']> {
  return { category, ...(reason !== undefined && { reason: singleLine(reason) }), removed_at };
}
