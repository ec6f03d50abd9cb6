// The methods of each path, without the router of the framework. A route for OPTIONS of each path would be a third of all
// routes that a start creates, for requests that are rare.
import { matchesPath } from './match-path.ts';
import type { AnyRoute } from './route.ts';

/** A path of endpoints, and the methods that they have. */
export interface AllowedMethods {
  readonly path: string;
  /** The value of the Allow header. */
  readonly methods: string;
}

/** Creates the function that finds what is allowed at the path of a request; undefined if there is nothing. */
export function createAllowedMethods(
  routes: readonly Pick<AnyRoute, 'path' | 'method'>[],
): (path: string) => AllowedMethods | undefined {
  const byPath = new Map<string, string>();
  for (const { path, method = 'GET' } of routes) {
    const methods = method === 'GET' ? 'GET, HEAD' : method;
    const others = byPath.get(path);
    byPath.set(path, others === undefined ? methods : `${others}, ${methods}`);
  }
  // As the router of the framework: the first part that differs decides, and a text goes before a parameter.
  const all = [...byPath]
    .map(([path, methods]) => ({ path, methods: `${methods}, OPTIONS` }))
    .sort((a, b) => rank(a.path) - rank(b.path));
  return (given) => all.find(({ path }) => matchesPath(path, given));
}

/** The kinds of the parts of a path as the places of a number: 1 for a text, 2 for a parameter, 3 for a wildcard. */
function rank(path: string): number {
  const kindOf = (part: string): string => (part === '*' ? '3' : part.startsWith(':') ? '2' : '1');
  return Number(`0.${path.split('/').map(kindOf).join('')}`);
}
