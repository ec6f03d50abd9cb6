// The sentences about Primes that have moved to another name.
import type { Moves } from './resolution.ts';
import { listAsked, type Route } from './route.ts';

const ASK_EXACTLY = 'Until then, request an exact version of the old name, or the new name itself.';

export function explainCircle(names: readonly string[], registry: string): string {
  return `In ${registry}, ${names[0]} moves in a circle: ${names.join(' → ')}. Report this to the operator of the registry. ${ASK_EXACTLY}`;
}

/** A name has moved more often than anybody follows. */
export function explainManyMoves(names: readonly string[], registry: string): string {
  return `In ${registry}, ${names[0]} has moved too often: ${names.join(' → ')}. Request the newest name itself.`;
}

/** The registry is not asked for the scope of the new name. */
export function explainPinnedMove(name: string, newName: string, registry: string, route: Route): string {
  const [scope = ''] = newName.split('/', 1);
  const why =
    route.pinnedScope === undefined
      ? `the registries for ${scope} are ${route.registries.map(({ baseUrl }) => baseUrl).join(', ')}`
      : `${scope} is pinned to ${route.registries[0]?.baseUrl}`;
  return `${registry} says that ${name} has moved to ${newName}, but ${why}. The move is not followed. If you trust it, request ${newName} from the right registry, or pin ${scope} to ${registry}. An exact version of ${name} can still be installed.`;
}

/** An earlier registry has the new name. */
export function explainForeignMove(name: string, newName: string, registry: string, owner: string): string {
  const [scope = ''] = newName.split('/', 1);
  return `${registry} says that ${name} has moved to ${newName}, but ${owner} is asked first and has that name. The move is not followed. If you trust it, request ${newName} itself, or pin ${scope} to ${registry}. An exact version of ${name} can still be installed.`;
}

/** The lock file has a version of another name, and no registry is asked for both. */
export function explainForeignLockedMove(...names: readonly [asked: NamedRoute, used: NamedRoute]): string {
  const [asked, used] = names;
  const [forAsked, forUsed] = names.map(({ route }) => listAsked(route).join(', '));
  return `The lock file takes ${asked.name} from ${used.name}, but no registry is asked for both: ${asked.name} is asked of ${forAsked}, ${used.name} of ${forUsed}. If you trust it, change the pin; otherwise resolve ${asked.name} again.`;
}

interface NamedRoute {
  readonly name: string;
  readonly route: Route;
}

export function noteMove(name: string, newName: string): string {
  return `${name} has moved to ${newName}.`;
}

/** What to say about a version of a Prime that has moved; nothing if it has not. */
export function listNotes(
  { lists: [newest], missing }: Moves,
  name: string,
  usedName: string,
  range: string,
  registry: string,
): string[] {
  const lost =
    missing === undefined
      ? []
      : [`${registry} says that ${newest.name} has moved to ${missing}, but does not have that name.`];
  if (newest.name === name) return lost;
  const used = usedName === name ? 'a version of the old name' : `a version of ${usedName}`;
  const moved =
    usedName === newest.name
      ? `${name} has moved to ${usedName} in ${registry}, and is taken from there. Request ${usedName} from now on.`
      : `${name} has moved to ${newest.name}, which has no version that matches '${range}'; ${used} is taken.`;
  return [...lost, moved];
}

/** The requested version is of the old name. */
export function noteOldName(name: string, newName: string): string {
  return `${name} has moved to ${newName}: newer versions are only published there.`;
}
