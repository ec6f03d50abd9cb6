// GET /-/atoms/…/edges-in: the edges to an atom from other Primes, in pages of bounded cost.
import {
  type EdgesIn,
  EdgesInQuerySchema,
  EdgesInSchema,
  formatEdgePlace,
  parseEdgesInQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { AtomParamsSchema, readAtomId } from './atom-request.ts';
import { describeEdgesIn } from './describe-edges.ts';

export const edgesIn: Route<'store'> = {
  method: 'GET',
  path: ROUTES.edgesIn,
  access: 'readers',
  schema: {
    operationId: 'listEdgesIn',
    summary: 'List the edges to an atom from other Primes',
    description: 'Of the latest versions. The atom itself need not be in this registry.',
    tags: ['atoms'],
    params: AtomParamsSchema,
    querystring: EdgesInQuerySchema,
    response: {
      200: json(EdgesInSchema, 'A page of the edges.'),
      ...problems(
        [400, 'A query parameter is wrong; errors names each one.'],
        [404, 'The path has no id of an atom.'],
      ),
    },
  },
  async handle({ store }, request): Promise<EdgesIn> {
    const id = readAtomId(request);
    const parsed = parseEdgesInQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const page = await store.listEdgesIn(id, parsed.query);
    const next = page.next && formatEdgePlace(page.next);
    return { id, edges: describeEdgesIn(page), ...(next !== undefined && { next }) };
  },
};
