// GET /-/feed…: feeds of new versions: of everything, of a scope, of a Prime.
import { ROUTES } from '@prime-registry/protocol';
import type { Selection } from '@prime-registry/store';
import { MAX_ENTRIES, renderFeed } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { primeNotFound } from '../../../actions/not-found.ts';
import { readName, readScope } from '../../../http/requests/prime-path.ts';
import { sendChecked } from '../../../http/responses/send-page.ts';
import { PrimeParamsSchema, problems, ScopeParamsSchema, textAnswer } from '../../responses.ts';
import type { Route, RouteSchema } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describePage } from '../page-route.ts';

type FeedNeeds = 'store' | 'steps' | 'site' | 'isPrivate';

export const feed: Route<FeedNeeds> = {
  path: ROUTES.feed,
  schema: describeFeed('feed', 'The latest versions as an Atom feed', {}),
  handle: async (deps, _request, reply) => sendFeed(deps, reply, undefined, {}),
};

export const scopeFeed: Route<FeedNeeds> = {
  path: ROUTES.scopeFeed,
  schema: describeFeed('scopeFeed', 'The same for a scope', { params: ScopeParamsSchema }),
  async handle(deps, request, reply) {
    const scope = readScope(request);
    return sendFeed(deps, reply, scope, { scope });
  },
};

export const primeFeed: Route<FeedNeeds> = {
  path: ROUTES.primeFeed,
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
  return describePage(operationId, summary, {
    response: {
      200: textAnswer('A feed (RFC 4287), newest first.', 'application/atom+xml'),
      ...problems([404, 'It is not in this registry.']),
    },
    ...more,
  });
}
