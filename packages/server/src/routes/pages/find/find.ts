// GET /-/find: the search page, with Primes or atoms as results.
import {
  parsePrimeName,
  parseRichSearchQuery,
  type RichSearchQuery,
  RichSearchQuerySchema,
  ROUTES,
  readFilters,
} from '@prime-registry/protocol';
import { listAddress, renderFindAtomsPage, renderFindPage, renderFindProblem } from '@prime-registry/web';
import { sendPage } from '../../../http/responses/send-page.ts';
import { sendRedirect } from '../../../http/responses/send-redirect.ts';
import { textAnswer } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describePage } from '../page-route.ts';
import { relaxAtoms } from './relax-atoms.ts';

export const findPage: Route<'store' | 'mirror' | 'isPrivate'> = {
  path: ROUTES.findPage,
  weight: 'heavy',
  isPage: true,
  schema: describePage('findPage', 'Search results', {
    querystring: {
      ...RichSearchQuerySchema,
      required: [],
      properties: {
        ...RichSearchQuerySchema.properties,
        in: { enum: ['atoms'], description: 'Finds atoms instead of Primes.' },
        prime: { type: 'string', description: 'Finds atoms of this Prime only.' },
      },
    },
    response: {
      200: textAnswer('A page.', 'text/html'),
      302: { description: 'Without words: to the list of all Primes.', type: 'null' },
    },
  }),
  async handle(deps, request, reply) {
    const raw = request.query as Record<string, unknown>;
    const asked = typeof raw.q === 'string' ? raw.q.slice(0, 256) : '';
    if (asked.trim() === '') return sendRedirect(reply, listAddress({ filters: readFilters(raw, []) }), 302);
    const parsed = parseRichSearchQuery(raw);
    if ('problems' in parsed) {
      const problem = parsed.problems.map(({ field, message }) => `${field} ${message}.`).join(' ');
      return sendPage(reply.code(400), renderFindProblem(asked, problem), deps.isPrivate);
    }
    const page =
      raw.in === 'atoms'
        ? await findAtoms(deps, parsed.query, typeof raw.prime === 'string' ? raw.prime : '')
        : await findPrimes(deps, parsed.query);
    return sendPage(reply, page, deps.isPrivate);
  },
};

async function findPrimes(
  { store, mirror }: Needs<'store' | 'mirror'>,
  query: RichSearchQuery,
): Promise<string> {
  const { text, filters, offset } = query;
  // Upstreams do not know the filters.
  const asksOthers =
    mirror.isOn && offset === 0 && Object.values(filters).every((chosen) => chosen.length === 0);
  const [elsewhere, found] = await Promise.all([
    asksOthers ? mirror.searchElsewhere({ text, offset }) : undefined,
    store.searchRich({ ...query, places: 'best' }),
  ]);
  const relaxed = found.total === 0 ? await store.relaxSearch({ text, filters }) : [];
  const [fewer] = relaxed;
  const findings =
    fewer === undefined ? found : await store.searchRich({ ...query, text: fewer.text, places: 'best' });
  return renderFindPage({ ...query, findings, relaxed, elsewhere });
}

async function findAtoms(
  { store }: Needs<'store'>,
  { text, filters, sort, limit, offset }: RichSearchQuery,
  prime: string,
): Promise<string> {
  const parsed = parsePrimeName(prime);
  const search = { text, filters, sort, limit, offset, prime: parsed.ok ? parsed.value.full : undefined };
  const found = await store.searchAtoms(search);
  const { findings, without } = (found.total === 0 ? await relaxAtoms(store, search) : undefined) ?? {
    findings: found,
    without: [],
  };
  return renderFindAtomsPage({ ...search, findings, without });
}
