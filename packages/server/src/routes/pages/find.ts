// GET /-/find: what is found for a text, for people.
import { parseSearchQuery, ROUTES, SearchQuerySchema } from '@prime-registry/protocol';
import { sendPage } from '../../http/send-page.ts';
import { renderFindPage } from '../../pages/find-page.ts';
import type { Route } from '../route.ts';
import { describePage } from './page-route.ts';

export const findPage: Route = {
  method: 'GET',
  path: ROUTES.findPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describePage('findPage', 'What is found for a text', { querystring: SearchQuerySchema }),
  async handle({ store, isPrivate }, request, reply) {
    const raw = request.query as Record<string, unknown>;
    const text = typeof raw.q === 'string' ? raw.q.slice(0, 256) : '';
    const nothing = { text, hits: [], total: 0, offset: 0, limit: 1 };
    if (text.trim() === '')
      return sendPage(reply, renderFindPage({ ...nothing, problem: 'Say what to look for.' }), isPrivate);
    const parsed = parseSearchQuery(raw);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      reply.code(400);
      return sendPage(reply, renderFindPage({ ...nothing, problem }), isPrivate);
    }
    const { hits, total } = await store.search(parsed.query);
    const { limit, offset } = parsed.query;
    return sendPage(
      reply,
      renderFindPage({ text: parsed.query.text, problem: undefined, hits, total, limit, offset }),
      isPrivate,
    );
  },
};
