// GET /robots.txt and sitemaps: what search engines may read, and where it is.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import {
  MAX_SITEMAP_ENTRIES,
  renderPagesSitemap,
  renderScopeSitemap,
  renderSitemapIndex,
} from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { readScope } from '../../../http/requests/prime-path.ts';
import { sendChecked } from '../../../http/responses/send-page.ts';
import { problems, ScopeParamsSchema } from '../../responses.ts';
import type { Route, RouteSchema } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';

/** In seconds: search engines do not need to know sooner. */
const MAX_AGE_S = 3600;
const CACHED = `public, max-age=${MAX_AGE_S}`;

export const robots: Route<'site'> = {
  method: 'GET',
  path: ROUTES.robots,
  access: 'anybody',
  schema: {
    operationId: 'robots',
    summary: 'What search engines may read (RFC 9309)',
    tags: ['pages'],
    response: {
      200: { description: 'The rules.', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  },
  handle: async ({ site }, _request, reply) =>
    sendChecked(reply.type('text/plain; charset=utf-8'), site.robots, CACHED),
};

export const sitemap: Route<'site' | 'store'> = {
  method: 'GET',
  path: ROUTES.sitemap,
  access: 'readers',
  weight: 'heavy',
  schema: describeSitemap('sitemap', 'The sitemaps of this registry, one for each scope'),
  async handle({ site, store }, _request, reply) {
    const publicUrl = requireUrl(site);
    const scopes = await store.listLargestScopes(MAX_SITEMAP_ENTRIES - 1);
    return sendSitemap(reply, renderSitemapIndex(publicUrl, scopes));
  },
};

export const pagesSitemap: Route<'site'> = {
  method: 'GET',
  path: ROUTES.pagesSitemap,
  access: 'readers',
  schema: describeSitemap('pagesSitemap', 'The pages that are about no Prime'),
  handle: async ({ site }, _request, reply) => sendSitemap(reply, renderPagesSitemap(requireUrl(site))),
};

export const scopeSitemap: Route<'site' | 'store'> = {
  method: 'GET',
  path: ROUTES.scopeSitemap,
  access: 'readers',
  weight: 'heavy',
  schema: describeSitemap('scopeSitemap', 'The Primes of a scope as a sitemap', {
    params: ScopeParamsSchema,
  }),
  async handle({ site, store }, request, reply) {
    const publicUrl = requireUrl(site);
    const scope = readScope(request);
    const primes = await store.listPrimesOf(scope, '', MAX_SITEMAP_ENTRIES - 1);
    if (primes.length === 0)
      throw new RegistryError('not_found', { detail: `Nothing is published in ${scope}.` });
    return sendSitemap(reply, renderScopeSitemap(publicUrl, scope, primes));
  },
};

/** A sitemap has whole addresses only. @throws RegistryError `not_found` */
function requireUrl({ settings: { publicUrl, isPrivate } }: Needs<'site'>['site']): string {
  if (publicUrl !== '' && !isPrivate) return publicUrl;
  throw new RegistryError('not_found', {
    detail: isPrivate
      ? 'A private registry has no sitemap.'
      : 'This registry has no sitemap, because its operator has not set public-url.',
  });
}

function sendSitemap(reply: FastifyReply, xml: string): FastifyReply {
  return sendChecked(reply.type('application/xml; charset=utf-8'), xml, CACHED);
}

function describeSitemap(operationId: string, summary: string, more: Partial<RouteSchema> = {}): RouteSchema {
  const content = { 'application/xml': { schema: { type: 'string' } } };
  return {
    operationId,
    summary,
    tags: ['pages'],
    response: {
      200: { description: 'A sitemap (sitemaps.org).', content },
      ...problems([
        404,
        'There is none: public-url is not set, the registry is private, or the scope is empty.',
      ]),
    },
    ...more,
  };
}
