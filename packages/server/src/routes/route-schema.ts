// The schema of a route: what the OpenAPI document shows, and what the framework needs of it.
import type { FastifySchema } from 'fastify';
import { problems } from './responses.ts';
import { type AnyRoute, accessOf, type RouteSchema } from './route.ts';

/** The schema of an endpoint, with what many endpoints share. */
export function describeRoute(route: AnyRoute, isPrivate: boolean): RouteSchema {
  const { schema, rate } = route;
  const access = accessOf(route);
  const needsToken = access === 'token' || (access === 'readers' && isPrivate);
  const tooMany = problems([429, 'Too many requests, or bad tokens; Retry-After says when to try again.']);
  const tooLong = problems([431, 'The headers of the request are too long.']);
  return {
    tags: ['beyond the contract'],
    ...(schema.body !== undefined && { consumes: ['application/json'] }),
    ...schema,
    // An empty list says that no token is needed; without it, clients could not tell.
    security: needsToken ? [{ token: [] }] : [],
    response: { ...(schema.response as object), ...(rate === 'unlimited' ? tooLong : tooMany) },
  };
}

/** The content of an answer in the API document. */
interface DocumentedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const answers = new WeakMap<RouteSchema, FastifySchema>();

/**
 * The schemas of what an endpoint answers with an object, which are all that the framework needs: routes parse their inputs
 * themselves, and errors are sent as text. All servers of a process share them.
 */
export function answersOf(schema: RouteSchema): FastifySchema {
  const known = answers.get(schema);
  if (known !== undefined) return known;
  const response: Record<string, object> = {};
  for (const [status, answer] of Object.entries(schema.response as Record<string, DocumentedAnswer>)) {
    const content = answer.content?.['application/json'];
    if (content !== undefined) response[status] = { content: { 'application/json': content } };
  }
  const found = { response };
  answers.set(schema, found);
  return found;
}
