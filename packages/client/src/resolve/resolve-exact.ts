// Resolves an exact version. After a 404 for the version, the next registry is asked (contract section 7), and
// the result names the registries that have the name but not the version. With `fallback: name` they decide.
import type { VersionList, VersionRange } from '@prime-registry/protocol';
import { isNotFound, isRemoved } from '../failure-guards.ts';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import { explainNoMatch, explainNotFound, explainRemoved, explainYanked } from './explain-failure.ts';
import { listNotes, noteOldName } from './explain-move.ts';
import { type FollowDeps, followMoves } from './follow-moves.ts';
import type { Query, Resolution } from './resolution.ts';
import { ResolutionError, type ResolutionFailureDetails } from './resolution-error.ts';
import { listAsked } from './route.ts';
import { suggestInstead } from './suggest-instead.ts';

/**
 * Finds one version. A yanked or removed one is a ResolutionError; no further registry is asked. Before a later
 * registry is asked, the list of the earlier one shows whether that one has the name. A version that only the new
 * name of a moved Prime has is taken from there.
 */
export async function resolveExact<R extends RegistryReader>(
  query: Query<R>,
  range: VersionRange,
  deps: FollowDeps<R>,
): Promise<Resolution<R>> {
  const { name, route, fallback } = query;
  const version = range.text;
  const passedOver: R[] = [];
  for (const registry of route.registries) {
    const details = { primeName: name, range: version, registries: listAsked(route, registry) };
    const search = { query, version, registry, details, deps };
    const manifest = await findTakeable(search, name);
    if (manifest !== undefined) {
      const notes = manifest.moved_to === undefined ? [] : [noteOldName(name, manifest.moved_to)];
      return {
        ...{ name, version: manifest.version, registry, manifest, passedOver },
        ...(notes.length > 0 && { notes }),
      };
    }
    const list = await findUnless404(() => deps.readList(registry, name));
    if (list === undefined) continue;
    const moved = list.moved_to === undefined ? undefined : await findMoved(search, list);
    if (moved !== undefined) return { ...moved, passedOver };
    if (registry === route.registries.at(-1)) break;
    if (fallback === 'name') {
      const message = explainNoMatch(name, range, registry, route, list);
      throw new ResolutionError(message, { ...details, reason: 'no-match' });
    }
    passedOver.push(registry);
  }
  const details = { primeName: name, range: version, registries: listAsked(route) };
  const message = explainNotFound(`${name} ${version}`, route);
  throw new ResolutionError(message, { ...details, reason: 'not-found' });
}

interface Search<R extends RegistryReader> {
  readonly query: Query<R>;
  readonly version: string;
  readonly registry: R;
  readonly details: Omit<ResolutionFailureDetails, 'reason'>;
  readonly deps: FollowDeps<R>;
}

/** The version under a new name of the Prime. */
async function findMoved<R extends RegistryReader>(
  search: Search<R>,
  list: VersionList,
): Promise<Resolution<R> | undefined> {
  const { query, registry, version, deps } = search;
  const { name } = query;
  const moves = await followMoves(registry, { name, list }, deps);
  for (const { name: newName } of moves.lists) {
    if (newName === name) continue;
    const manifest = await findTakeable(search, newName);
    if (manifest === undefined) continue;
    const notes = listNotes(moves, name, newName, version, registry.baseUrl);
    return { name, version: manifest.version, registry, manifest, passedOver: [], movedTo: newName, notes };
  }
  return undefined;
}

/** The manifest of the version, if it exists. @throws ResolutionError if it is yanked or removed */
async function findTakeable<R extends RegistryReader>(
  { version, registry, details, deps }: Search<R>,
  name: string,
): Promise<RegistryManifest | undefined> {
  const subject = `${name} ${version}`;
  const { baseUrl } = registry;
  const readList = () => deps.readList(registry, name);
  try {
    const manifest = await findUnless404(() => deps.readManifest(registry, name, version));
    if (manifest?.yanked !== true) return manifest;
    const instead = await suggestInstead({ version, successor: manifest.deprecated?.successor }, readList);
    const message = explainYanked(subject, baseUrl, manifest.yank_reason, instead);
    throw new ResolutionError(message, { ...details, reason: 'yanked' });
  } catch (error) {
    if (!isRemoved(error)) throw error;
    const message = explainRemoved(subject, error.message, await suggestInstead({ version }, readList));
    throw new ResolutionError(message, { ...details, reason: 'version-removed' });
  }
}

async function findUnless404<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
