// GET /-/scope/…: the Primes of a scope. GET /-/scopes: all scopes.
import { parsePrimeName, RegistryError, ROUTES } from '@prime-registry/protocol';
import { renderScopePage, renderScopesPage, SCOPE_ORDERS } from '@prime-registry/web';
import { readScope } from '../../../http/requests/prime-path.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { inQuery, ScopeParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describeMissable, describePage } from '../page-route.ts';

const A_PAGE = 50;

export const scopePage: Route<'store' | 'isPrivate'> = {
  path: ROUTES.scopePage,
  isPage: true,
  schema: describeMissable('scopePage', 'The Primes of a scope', {
    params: ScopeParamsSchema,
    querystring: inQuery({ after: { type: 'string', description: 'The page begins behind this name.' } }),
  }),
  async handle({ store, isPrivate }, request, reply) {
    const scope = readScope(request);
    const { after } = request.query as { after?: unknown };
    const behind = typeof after === 'string' && parsePrimeName(after).ok ? after : '';
    const [usage, primes, count, [newest], signing] = await Promise.all([
      store.findScopeUsage(scope),
      store.listPrimesOf(scope, behind, A_PAGE + 1),
      store.countPrimesOf(scope),
      store.listPublishes({ scope }, 1),
      store.findScopeSigning(scope),
    ]);
    // Mirrored Primes do not count for the quota, but are listed.
    if (usage.versions === 0 && primes.length === 0)
      throw new RegistryError('not_found', { detail: `Nothing is published in ${scope}.` });
    const shown = primes.slice(0, A_PAGE);
    const next = primes.length > A_PAGE ? shown.at(-1)?.name : undefined;
    return sendPage(
      reply,
      renderScopePage({
        ...{ scope, usage, count, next, newest, signing },
        primes: shown,
        isFirst: behind === '',
      }),
      isPrivate,
    );
  },
};

const MAX_OFFSET = 10_000;

export const scopesPage: Route<'store' | 'isPrivate'> = {
  path: ROUTES.scopesPage,
  isPage: true,
  schema: describePage('scopesPage', 'All scopes, by name or number of versions', {
    querystring: inQuery({
      sort: { enum: [...SCOPE_ORDERS], description: 'The order; by name by default.' },
      offset: { type: 'integer', minimum: 0, maximum: MAX_OFFSET, description: 'Scopes to skip.' },
    }),
  }),
  async handle({ store, isPrivate }, request, reply) {
    // A malformed place is the first page: people may have changed the address.
    const raw = request.query as { readonly sort?: unknown; readonly offset?: unknown };
    const sort = SCOPE_ORDERS.find((order) => order === raw.sort) ?? 'name';
    const asked = /^\d{1,5}$/.test(String(raw.offset)) ? Number(raw.offset) : 0;
    const offset = Math.min(asked, MAX_OFFSET);
    const found = await store.listScopes({ order: sort, from: '', limit: A_PAGE + 1, offset });
    const scopes = found.slice(0, A_PAGE);
    const isMore = found.length > A_PAGE;
    const total = isMore ? undefined : offset + scopes.length;
    const part = { offset, limit: A_PAGE, shown: scopes.length, total, isMore };
    return sendPage(reply, renderScopesPage({ scopes, sort, part }), isPrivate);
  },
};
