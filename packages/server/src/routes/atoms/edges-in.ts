// GET /-/atoms/…/edges-in: the edges to an atom from other Primes, in pages of bounded cost.
import {
  type EdgesIn,
  EdgesInQuerySchema,
  EdgesInSchema,
  formatEdgePlace,
  parseEdgesInQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';
import { AtomParamsSchema, readAtomId } from './atom-request.ts';
import { describeEdgesIn } from './describe-atom.ts';

export const edgesIn: Route<'store'> = {
  path: ROUTES.edgesIn,
  schema: {
    operationId: 'listEdgesIn',
    summary: 'List the edges to an atom from other Primes',
    description: 'Of the latest versions. The atom itself need not be in this registry.',
    tags: ['atoms'],
    params: AtomParamsSchema,
    querystring: EdgesInQuerySchema,
    response: {
      200: json(EdgesInSchema, 'A page of the edges.'),
      ...problems(WRONG_QUERY, [404, 'The path has no id of an atom.']),
    },
  },
  async handle({ store }, request): Promise<EdgesIn> {
    const id = readAtomId(request);
    const { query } = readQuery(request, parseEdgesInQuery);
    const page = await store.listEdgesIn(id, query);
    const next = page.next && formatEdgePlace(page.next);
    return { id, edges: describeEdgesIn(page), ...(next !== undefined && { next }) };
  },
};
