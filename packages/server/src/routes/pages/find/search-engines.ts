// GET /robots.txt and sitemaps: what search engines may read, and where it is.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { PublishedVersion } from '@prime-registry/store';
import {
  MAX_SITEMAP_ENTRIES,
  renderPagesSitemap,
  writeScopeSitemap,
  writeSitemapIndex,
} from '@prime-registry/web';
import { readScope } from '../../../http/requests/prime-path.ts';
import { sendChecked } from '../../../http/responses/send-page.ts';
import { problems, ScopeParamsSchema, textAnswer } from '../../responses.ts';
import type { Route, RouteSchema } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describePage } from '../page-route.ts';
import { CACHED, SHORT_SITEMAP, sendLongSitemap, sendShortSitemap } from './send-sitemap.ts';

export const robots: Route<'site'> = {
  path: ROUTES.robots,
  access: 'anybody',
  schema: describePage('robots', 'What search engines may read (RFC 9309)', {
    response: {
      200: textAnswer('The rules.', 'text/plain'),
    },
  }),
  handle: async ({ site }, _request, reply) =>
    sendChecked(reply.type('text/plain; charset=utf-8'), site.robots, CACHED),
};

export const sitemap: Route<'site' | 'store' | 'reading'> = {
  path: ROUTES.sitemap,
  weight: 'heavy',
  schema: describeSitemap('sitemap', 'The sitemaps of this registry, one for each scope'),
  async handle({ site, store, reading }, request, reply) {
    const publicUrl = requireUrl(site);
    const scopes = await store.listLargestScopes(MAX_SITEMAP_ENTRIES - 1);
    const pieces = writeSitemapIndex(publicUrl, scopes);
    if (scopes.length < SHORT_SITEMAP) return sendShortSitemap(reply, [...pieces].join(''));
    return sendLongSitemap({ reading }, request, reply, pieces);
  },
};

export const pagesSitemap: Route<'site'> = {
  path: ROUTES.pagesSitemap,
  schema: describeSitemap('pagesSitemap', 'The pages that are about no Prime'),
  handle: async ({ site }, _request, reply) => sendShortSitemap(reply, renderPagesSitemap(requireUrl(site))),
};

export const scopeSitemap: Route<'site' | 'store' | 'reading'> = {
  path: ROUTES.scopeSitemap,
  weight: 'heavy',
  schema: describeSitemap('scopeSitemap', 'The Primes of a scope as a sitemap', {
    params: ScopeParamsSchema,
  }),
  async handle({ site, store, reading }, request, reply) {
    const publicUrl = requireUrl(site);
    const scope = readScope(request);
    const first = await store.listPrimesOf(scope, '', SHORT_SITEMAP);
    if (first.length === 0)
      throw new RegistryError('not_found', { detail: `Nothing is published in ${scope}.` });
    const pieces = writeScopeSitemap(publicUrl, scope, listAll(store, scope, first));
    if (first.length < SHORT_SITEMAP)
      return sendShortSitemap(reply, (await Array.fromAsync(pieces)).join(''));
    return sendLongSitemap({ reading }, request, reply, pieces);
  },
};

/** The Primes of a scope in lists, by name; as many as a sitemap may have beside the scope. */
async function* listAll(
  store: Needs<'store'>['store'],
  scope: string,
  first: readonly PublishedVersion[],
): AsyncGenerator<readonly PublishedVersion[], void, undefined> {
  let left = MAX_SITEMAP_ENTRIES - 1;
  for (let primes = first; primes.length > 0; ) {
    yield primes.slice(0, left);
    left -= primes.length;
    const last = primes.at(-1);
    if (last === undefined || primes.length < SHORT_SITEMAP || left <= 0) return;
    primes = await store.listPrimesOf(scope, last.name, SHORT_SITEMAP);
  }
}

/** A sitemap has whole addresses only. @throws RegistryError `not_found` */
function requireUrl({ settings: { publicUrl, isPrivate } }: Needs<'site'>['site']): string {
  if (publicUrl !== '' && !isPrivate) return publicUrl;
  throw new RegistryError('not_found', {
    detail: isPrivate
      ? 'A private registry has no sitemap.'
      : 'This registry has no sitemap, because its operator has not set public-url.',
  });
}

function describeSitemap(operationId: string, summary: string, more: Partial<RouteSchema> = {}): RouteSchema {
  return describePage(operationId, summary, {
    response: {
      200: textAnswer('A sitemap (sitemaps.org).', 'application/xml'),
      ...problems([
        404,
        'There is none: public-url is not set, the registry is private, or the scope is empty.',
      ]),
    },
    ...more,
  });
}
