// The part of a route's schema that the OpenAPI document shows.
import { problems } from './responses.ts';
import type { AnyRoute, RouteSchema } from './route.ts';

/** The schema of an endpoint, with what many endpoints share. */
export function describeRoute(
  { schema, access, rate }: Pick<AnyRoute, 'schema' | 'access' | 'rate'>,
  isPrivate: boolean,
): RouteSchema {
  const needsToken = access === 'token' || (access === 'readers' && isPrivate);
  const tooMany = problems([429, 'Too many requests, or bad tokens; Retry-After says when to try again.']);
  const tooLong = problems([431, 'The headers of the request are too long.']);
  return {
    ...schema,
    // An empty list says that no token is needed; without it, clients could not tell.
    security: needsToken ? [{ token: [] }] : [],
    response: { ...(schema.response as object), ...(rate === 'unlimited' ? tooLong : tooMany) },
  };
}
