// GET /-/atoms/…: one atom from anywhere in the registry, with its text on request. Agents that follow an
// edge use it.
import {
  type AtomDetails,
  AtomDetailsSchema,
  AtomQuerySchema,
  parseAtomQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { getAtom } from '../../actions/read-atoms/find-atom.ts';
import { linkEdges } from '../../actions/read-atoms/link-edges.ts';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';
import { AtomParamsSchema, readAtomId } from './atom-request.ts';
import { describeAtom, describeEdgesIn } from './describe-atom.ts';

/** Edges from other Primes that are listed; the others are in pages of their own. */
const SHOWN_EDGES = 20;

export const atomDetails: Route<'store'> = {
  path: ROUTES.atom,
  schema: {
    operationId: 'readAtom',
    summary: 'Read one atom by its id',
    description:
      'As in the latest version of the first Prime that has it, or in the Prime and version of the query; with the list of Primes that have it.',
    tags: ['atoms'],
    params: AtomParamsSchema,
    querystring: AtomQuerySchema,
    response: {
      200: json(AtomDetailsSchema, 'The atom.'),
      ...problems(WRONG_QUERY, [
        404,
        'No Prime has it, or not the one in the query, or the atoms of that version were never read.',
      ]),
    },
  },
  async handle({ store }, request): Promise<AtomDetails> {
    const id = readAtomId(request);
    const { query } = readQuery(request, parseAtomQuery);
    const homes = await store.listAtomHomes(id);
    const { facts, texts, name, version } = await getAtom(store, id, query, homes);
    const edges = await linkEdges(store, facts.edges);
    const edgesIn = await store.listEdgesIn(id, { limit: SHOWN_EDGES });
    return {
      ...describeAtom(facts),
      hash: facts.hash,
      edges: edges.map(({ prime, ...edge }) => ({ ...edge, ...(prime && { prime: { ...prime } }) })),
      edges_in: describeEdgesIn(edgesIn),
      more_edges_in: edgesIn.next !== undefined,
      ...(query.text !== undefined && { text: texts[query.text] }),
      prime: { name: name.full, version: version.full },
      primes: homes.map((home) => ({
        name: home.name,
        version: home.version,
        own_scope: home.isOwnScope,
      })),
    };
  },
};
