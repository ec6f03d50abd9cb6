// GET /-/browse: all Primes, in an order, narrowed down by filters.
import { FILTERS_SCHEMA, PRIME_ORDERS, parseBrowseQuery, ROUTES } from '@prime-registry/protocol';
import { renderBrowsePage, renderBrowseProblem } from '@prime-registry/web';
import { sendPage } from '../../../http/responses/send-page.ts';
import { inQuery } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describePage } from '../page-route.ts';

const A_PAGE = 50;

export const browsePage: Route<'store' | 'isPrivate'> = {
  path: ROUTES.browsePage,
  weight: 'heavy',
  isPage: true,
  schema: describePage('browsePage', 'All Primes, by name, newest version or downloads', {
    querystring: inQuery({
      sort: { enum: [...PRIME_ORDERS], description: 'The order; by name by default.' },
      from: { type: 'string', description: 'In the order of names, the first name to show.' },
      offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0, description: 'Primes to skip.' },
      ...FILTERS_SCHEMA,
    }),
  }),
  async handle({ store, isPrivate }, request, reply) {
    const parsed = parseBrowseQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      return sendPage(reply.code(400), renderBrowseProblem(problem), isPrivate);
    }
    const { query } = parsed;
    const { sort: order, filters, from, offset } = query;
    const findings = await store.browse({ order, filters, from, limit: A_PAGE, offset });
    return sendPage(reply, renderBrowsePage({ query, limit: A_PAGE, findings }), isPrivate);
  },
};
