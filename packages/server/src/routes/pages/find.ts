// GET /-/find: the search page.
import { parseRichSearchQuery, RichSearchQuerySchema, ROUTES, readFilters } from '@prime-registry/protocol';
import { listAddress, renderFindPage, renderFindProblem } from '@prime-registry/web';
import { sendPage } from '../../http/responses/send-page.ts';
import type { Route } from '../route.ts';
import { describePage } from './page-route.ts';

export const findPage: Route<'store' | 'mirror' | 'isPrivate'> = {
  method: 'GET',
  path: ROUTES.findPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describePage('findPage', 'Search results', {
    querystring: RichSearchQuerySchema,
    response: {
      200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      302: { description: 'Without words: to the list of all Primes.', type: 'null' },
    },
  }),
  async handle({ store, mirror, isPrivate }, request, reply) {
    const raw = request.query as Record<string, unknown>;
    const asked = typeof raw.q === 'string' ? raw.q.slice(0, 256) : '';
    if (asked.trim() === '') return reply.redirect(listAddress({ filters: readFilters(raw, []) }), 302);
    const parsed = parseRichSearchQuery(raw);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      return sendPage(reply.code(400), renderFindProblem(asked, problem), isPrivate);
    }
    const { text, filters, sort, limit, offset } = parsed.query;
    // Upstreams do not know the filters.
    const asksOthers =
      mirror.isOn && offset === 0 && Object.values(filters).every((chosen) => chosen.length === 0);
    const [elsewhere, findings] = await Promise.all([
      asksOthers ? mirror.searchElsewhere({ text, offset }) : undefined,
      store.searchRich(parsed.query),
    ]);
    const page = renderFindPage({ text, filters, sort, limit, offset, findings, elsewhere });
    return sendPage(reply, page, isPrivate);
  },
};
