// GET /-/feed…: feeds of new versions: of everything, of a scope, of a Prime.
import { ROUTES } from '@prime-registry/protocol';
import type { Selection } from '@prime-registry/store';
import { MAX_ENTRIES, renderFeed } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { primeNotFound } from '../../../actions/not-found.ts';
import { readName, readScope } from '../../../http/requests/prime-path.ts';
import { sendChecked } from '../../../http/responses/send-page.ts';
import { PrimeParamsSchema, problems, ScopeParamsSchema } from '../../responses.ts';
import type { Route, RouteSchema } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';

type FeedNeeds = 'store' | 'steps' | 'site' | 'isPrivate';

export const feed: Route<FeedNeeds> = {
  method: 'GET',
  path: ROUTES.feed,
  access: 'readers',
  schema: describeFeed('feed', 'The latest versions as an Atom feed', {}),
  handle: async (deps, _request, reply) => sendFeed(deps, reply, undefined, {}),
};

export const scopeFeed: Route<FeedNeeds> = {
  method: 'GET',
  path: ROUTES.scopeFeed,
  access: 'readers',
  schema: describeFeed('scopeFeed', 'The same for a scope', { params: ScopeParamsSchema }),
  async handle(deps, request, reply) {
    const scope = readScope(request);
    return sendFeed(deps, reply, scope, { scope });
  },
};

export const primeFeed: Route<FeedNeeds> = {
  method: 'GET',
  path: ROUTES.primeFeed,
  access: 'readers',
  schema: describeFeed('primeFeed', 'The same for a Prime', { params: PrimeParamsSchema }),
  async handle(deps, request, reply) {
    const name = readName(request);
    if (!(await deps.store.hasPrime(name.full))) throw primeNotFound(name);
    return sendFeed(deps, reply, name.full, { name: name.full });
  },
};

async function sendFeed(
  { store, steps, site, isPrivate }: Needs<FeedNeeds>,
  reply: FastifyReply,
  of: string | undefined,
  selection: Selection,
): Promise<FastifyReply> {
  const versions = await store.listPublishes(selection, MAX_ENTRIES);
  reply.header('Content-Type', 'application/atom+xml; charset=utf-8');
  return sendChecked(
    reply,
    renderFeed({
      ...{ siteName: site.settings.name, of, versions },
      steps: await steps.listPublishedSteps(versions),
    }),
    `${isPrivate ? 'private, ' : ''}no-cache`,
  );
}

function describeFeed(operationId: string, summary: string, more: Partial<RouteSchema>): RouteSchema {
  const content = { 'application/atom+xml': { schema: { type: 'string' } } };
  return {
    operationId,
    summary,
    tags: ['pages'],
    response: {
      200: { description: 'A feed (RFC 4287), newest first.', content },
      ...problems([404, 'It is not in this registry.']),
    },
    ...more,
  };
}
