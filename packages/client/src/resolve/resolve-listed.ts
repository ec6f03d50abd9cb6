// Resolves a range in the first registry that has the name, even if no version matches there. Otherwise a
// later registry could supply a private name with a higher version (dependency confusion).
import type { VersionRange } from '@prime-registry/protocol';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import {
  explainBrokenChannel,
  explainMissingManifest,
  explainNoChannel,
  explainNoMatch,
  explainNotFound,
  explainYankedChannel,
  explainYankedList,
} from './explain-failure.ts';
import { listNotes, noteMove } from './explain-move.ts';
import { type FollowDeps, followMoves } from './follow-moves.ts';
import { type PickableList, pickVersion } from './pick-version.ts';
import type { NamedList, Query, Resolution } from './resolution.ts';
import { ResolutionError, type ResolutionFailureDetails } from './resolution-error.ts';
import { findAnswer, findManifest, listAsked } from './route.ts';

/** Most versions that are tried when the list contains yanked ones. */
const MAX_PICKS = 5;

/** Finds the version for a range, a channel or `latest`, under the newest name that has one. */
export async function resolveListed<R extends RegistryReader>(
  query: Query<R>,
  range: VersionRange,
  deps: FollowDeps<R>,
): Promise<Resolution<R>> {
  const { name, route } = query;
  const found = await findAnswer(route, (candidate) => deps.readList(candidate, name));
  const details = { primeName: name, range: range.text, registries: listAsked(route, found?.registry) };
  if (found === undefined) {
    throw new ResolutionError(explainNotFound(name, route), { ...details, reason: 'not-found' });
  }

  const { registry, answer: list } = found;
  const moves = await followMoves(registry, { name, list }, deps);
  const [newest] = moves.lists;
  const withdrawn = new Map<string, readonly string[]>();
  for (const named of moves.lists) {
    const pick = { deps, range, registry, named, details, withdrawn };
    const manifest = range.kind === 'channel' ? await pickChannel(pick) : await pickHighest(pick);
    if (manifest === undefined) continue;
    const notes = listNotes(moves, name, named.name, range.text, registry.baseUrl);
    return {
      name,
      version: manifest.version,
      registry,
      manifest,
      passedOver: [],
      ...(named.name !== name && { movedTo: named.name }),
      ...(notes.length > 0 && { notes }),
    };
  }
  const said =
    range.kind === 'channel'
      ? explainNoChannel(newest.name, range.text, registry.baseUrl, newest.list)
      : explainNoMatch(
          newest.name,
          range,
          registry,
          route,
          withoutVersions(newest.list, withdrawn.get(newest.name)),
        );
  const message = newest.name === name ? said : `${noteMove(name, newest.name)} ${said}`;
  throw new ResolutionError(message, { ...details, reason: 'no-match' });
}

interface Pick<R extends RegistryReader> {
  readonly deps: FollowDeps<R>;
  readonly range: VersionRange;
  readonly registry: R;
  readonly named: NamedList;
  readonly details: Omit<ResolutionFailureDetails, 'reason'>;
  /** By name, the versions that were withdrawn after the list was read. */
  readonly withdrawn: Map<string, readonly string[]>;
}

/** The highest version that matches; undefined if there is none. */
async function pickHighest<R extends RegistryReader>(pick: Pick<R>): Promise<RegistryManifest | undefined> {
  const { range, registry, named, details, withdrawn, deps } = pick;
  const { name, list } = named;
  const yanked: string[] = [];
  withdrawn.set(name, yanked);
  while (yanked.length < MAX_PICKS) {
    const version = pickVersion(withoutVersions(list, yanked), range);
    if (version === undefined) return undefined;
    const manifest = await findManifest(() => deps.readManifest(registry, name, version));
    if (manifest === undefined) {
      const message = explainMissingManifest(`${name} ${version}`, registry.baseUrl);
      throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
    }
    if (manifest === 'removed' || manifest.yanked) {
      // It was withdrawn after the list was read: choose another one.
      yanked.push(version);
    } else return manifest;
  }
  const message = explainYankedList(name, registry.baseUrl, yanked);
  throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
}

/**
 * The version that the channel names; undefined if there is no such channel.
 * @throws ResolutionError if it is yanked or missing: no other version takes its place
 */
async function pickChannel<R extends RegistryReader>(pick: Pick<R>): Promise<RegistryManifest | undefined> {
  const { range, registry, named, details, deps } = pick;
  const version = named.list.channels?.find(({ channel }) => channel === range.text)?.version;
  if (version === undefined) return undefined;
  const subject = `${named.name} ${version}`;
  const manifest = await findManifest(() => deps.readManifest(registry, named.name, version));
  if (manifest === undefined || manifest === 'removed') {
    const message = explainBrokenChannel(subject, range.text, registry.baseUrl);
    throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
  }
  if (!manifest.yanked) return manifest;
  const message = explainYankedChannel(subject, range.text, registry.baseUrl, manifest.yank_reason);
  throw new ResolutionError(message, { ...details, reason: 'yanked' });
}

function withoutVersions(list: PickableList, yanked: readonly string[] = []): PickableList {
  const versions = list.versions.filter(({ version }) => !yanked.includes(version));
  return { ...list, versions };
}
