// What the API document says about an endpoint.
import { problems } from './responses.ts';
import type { AnyRoute, RouteSchema } from './route.ts';

/** The schema of an endpoint, with what many endpoints share. */
export function describeRoute(
  { schema, access, rate }: Pick<AnyRoute, 'schema' | 'access' | 'rate'>,
  isPrivate: boolean,
): RouteSchema {
  const needsToken = access === 'token' || (access === 'readers' && isPrivate);
  const tooMany = problems([429, 'Too many requests, or bad tokens; Retry-After says when to try again.']);
  return {
    ...schema,
    ...(needsToken && { security: [{ token: [] }] }),
    ...(rate !== 'unlimited' && { response: { ...(schema.response as object), ...tooMany } }),
  };
}
