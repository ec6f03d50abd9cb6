// Follows a Prime to the names that it has moved to. A registry may only send people to its own names, and only to a
// scope for which it is asked in any case: a move must not get around a pin, or the order of the registries.
import type { VersionList } from '@prime-registry/protocol';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import { explainCircle, explainForeignMove, explainManyMoves, explainPinnedMove } from './explain-move.ts';
import type { Moves, NamedList } from './resolution.ts';
import { ResolutionError, type ResolutionFailure } from './resolution-error.ts';
import { findAnswer, type Route } from './route.ts';

/** Most moves of one name that are followed. */
const MAX_MOVES = 5;

export type ReadList = (
  registry: RegistryReader,
  name: string,
  options?: { readonly includeYanked?: boolean },
) => Promise<VersionList>;

export interface FollowDeps<R extends RegistryReader> {
  readonly routeOf: (name: string) => Route<R>;
  readonly readList: ReadList;
  readonly readManifest: (
    registry: RegistryReader,
    name: string,
    version: string,
  ) => Promise<RegistryManifest>;
}

/**
 * The names that a Prime has moved to.
 * @throws ResolutionError `foreign-move` for a name that another registry decides about, `inconsistent` for a circle
 *   or too many moves
 */
export async function followMoves<R extends RegistryReader>(
  registry: R,
  asked: NamedList,
  { routeOf, readList }: FollowDeps<R>,
): Promise<Moves> {
  let lists: [NamedList, ...NamedList[]] = [asked];
  const fail = (message: string, reason: ResolutionFailure): never => {
    throw new ResolutionError(message, {
      reason,
      primeName: asked.name,
      range: '*',
      registries: [registry.baseUrl],
    });
  };
  for (let next = asked.list.moved_to; next !== undefined; next = lists[0].list.moved_to) {
    const names = [...lists.map(({ name }) => name).reverse(), next];
    if (lists.some(({ name }) => name === next)) fail(explainCircle(names, registry.baseUrl), 'inconsistent');
    if (lists.length > MAX_MOVES) fail(explainManyMoves(names, registry.baseUrl), 'inconsistent');
    const route = routeOf(next);
    const place = route.registries.findIndex(({ baseUrl }) => baseUrl === registry.baseUrl);
    if (place === -1) fail(explainPinnedMove(asked.name, next, registry.baseUrl, route), 'foreign-move');
    const asFar: Route<R> = { ...route, registries: [...route.registries.slice(0, place), registry] };
    const name = next;
    const found = await findAnswer(asFar, (candidate) => readList(candidate, name));
    if (found === undefined) return { lists, missing: next };
    if (found.registry !== registry)
      fail(explainForeignMove(asked.name, next, registry.baseUrl, found.registry.baseUrl), 'foreign-move');
    lists = [{ name: next, list: found.answer }, ...lists];
  }
  return { lists };
}
