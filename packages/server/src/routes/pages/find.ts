// GET /-/find: what is found for a text, for people.
import { parseSearchQuery, ROUTES, SearchQuerySchema } from '@prime-registry/protocol';
import { sendPage } from '../../http/send-page.ts';
import { renderFindPage, renderFindProblem } from '../../pages/find-page.ts';
import type { FilterField, Filters } from '../../store/rich-search-store.ts';
import type { Route } from '../route.ts';
import { describePage } from './page-route.ts';

const FIELDS: readonly FilterField[] = ['scope', 'license', 'namespace', 'kind'];
/** Most values of a filter that count, and how long each may be: what is more was not made by the page. */
const MAX_VALUES = 10;
const MAX_VALUE_LENGTH = 200;

export const findPage: Route = {
  method: 'GET',
  path: ROUTES.findPage,
  access: 'readers',
  weight: 'heavy',
  isPage: true,
  schema: describePage('findPage', 'What is found for a text', { querystring: SearchQuerySchema }),
  async handle({ store, isPrivate }, request, reply) {
    const raw = request.query as Record<string, unknown>;
    const asked = typeof raw.q === 'string' ? raw.q.slice(0, 256) : '';
    if (asked.trim() === '')
      return sendPage(reply, renderFindProblem('', 'Say what to look for.'), isPrivate);
    const parsed = parseSearchQuery(raw);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      return sendPage(reply.code(400), renderFindProblem(asked, problem), isPrivate);
    }
    const filters = readFilters(raw);
    const { text, limit, offset } = parsed.query;
    const findings = await store.searchRich({ ...parsed.query, filters });
    return sendPage(reply, renderFindPage({ text, filters, limit, offset, findings }), isPrivate);
  },
};

function readFilters(raw: Record<string, unknown>): Filters {
  const given = FIELDS.map((field) => {
    const values = [raw[field]].flat().filter((value) => typeof value === 'string' && value !== '');
    const distinct = new Set((values as string[]).map((value) => value.slice(0, MAX_VALUE_LENGTH)));
    return [field, [...distinct].slice(0, MAX_VALUES)] as const;
  });
  return Object.fromEntries(given.filter(([, values]) => values.length > 0));
}
