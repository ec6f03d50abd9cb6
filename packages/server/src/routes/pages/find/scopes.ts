// GET /-/scopes: all scopes.
import { ROUTES } from '@prime-registry/protocol';
import { renderScopesPage, SCOPE_ORDERS } from '@prime-registry/web';
import { sendPage } from '../../../http/responses/send-page.ts';
import { inQuery } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describePage } from '../page-route.ts';

const A_PAGE = 50;
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
