// GET /-/find: the search page.
import { parseRichSearchQuery, RichSearchQuerySchema, ROUTES } from '@prime-registry/protocol';
import { renderFindPage, renderFindProblem } from '@prime-registry/web';
import { sendPage } from '../../http/responses/send-page.ts';
import type { Route } from '../route.ts';
import { describePage } from './page-route.ts';

export const findPage: Route<'store' | 'mirror' | 'isPrivate'> = {
  method: 'GET',
  path: ROUTES.findPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describePage('findPage', 'Search results', { querystring: RichSearchQuerySchema }),
  async handle({ store, mirror, isPrivate }, request, reply) {
    const raw = request.query as Record<string, unknown>;
    const asked = typeof raw.q === 'string' ? raw.q.slice(0, 256) : '';
    if (asked.trim() === '')
      return sendPage(reply, renderFindProblem('', 'Enter what to search for.'), isPrivate);
    const parsed = parseRichSearchQuery(raw);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      return sendPage(reply.code(400), renderFindProblem(asked, problem), isPrivate);
    }
    const { text, filters, limit, offset } = parsed.query;
    // Upstreams do not know the filters.
    const asksOthers =
      mirror.isOn && offset === 0 && Object.values(filters).every((chosen) => chosen.length === 0);
    const [elsewhere, findings] = await Promise.all([
      asksOthers ? mirror.searchElsewhere({ text, offset }) : undefined,
      store.searchRich(parsed.query),
    ]);
    const names = findings.hits.map(({ name }) => name);
    const standings = mirror.isOn ? await store.listStandings(names) : undefined;
    const page = renderFindPage({ text, filters, limit, offset, findings, standings, elsewhere });
    return sendPage(reply, page, isPrivate);
  },
};
