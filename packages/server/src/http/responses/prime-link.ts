// Where the error page of a removed version leads: to the page of its Prime, or from there to the list of versions.
import { parsePrimeName, primePagePath, ROUTES, versionsPagePath } from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';

/** The path of a page about the Prime in the path of the request; undefined if there is no Prime in it. */
export function findPrimePath({ params, routeOptions }: FastifyRequest): string | undefined {
  const { scope, name } = (params ?? {}) as { readonly scope?: unknown; readonly name?: unknown };
  const parsed = parsePrimeName(`${String(scope)}/${String(name)}`);
  if (!parsed.ok) return undefined;
  const { full } = parsed.value;
  return routeOptions.url === ROUTES.primePage ? versionsPagePath(full) : primePagePath(full);
}
