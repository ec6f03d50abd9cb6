// GET /-/atoms/…: one atom, wherever it is known, with its text if that is wanted: what an agent asks that follows an edge.
import { type AtomDetails, AtomDetailsSchema, AtomQuerySchema, ROUTES } from '@prime-registry/protocol';
import { getAtom } from '../../actions/read-atoms/find-atom.ts';
import { placeTargets } from '../../actions/read-atoms/place-edges.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { AtomParamsSchema, readAtomId, readAtomQuery } from './atom-request.ts';
import { describeAtom } from './describe-atom.ts';

export const atomDetails: Route<'store'> = {
  method: 'GET',
  path: ROUTES.atom,
  access: 'readers',
  schema: {
    operationId: 'readAtom',
    summary: 'Read one atom, by its id',
    description:
      'As it is in the latest version of the first Prime that has it, or in the Prime and version that the query names; and which Primes have it.',
    tags: ['atoms'],
    params: AtomParamsSchema,
    querystring: AtomQuerySchema,
    response: {
      200: json(AtomDetailsSchema, 'The atom.'),
      ...problems(
        [400, 'A query parameter is wrong; errors names each.'],
        [404, 'No Prime has it, or not the one that was named, or the atoms of that were not read.'],
      ),
    },
  },
  async handle({ store }, request): Promise<AtomDetails> {
    const id = readAtomId(request);
    const query = readAtomQuery(request);
    const homes = await store.listAtomHomes(id);
    const { facts, texts, name, version } = await getAtom(store, id, query, homes);
    const inside = new Set(
      facts.edges.filter((edge) => edge.standing === 'inside').map(({ target }) => target),
    );
    const placeOf = await placeTargets(
      store,
      facts.edges.map(({ target }) => target),
      (target) => inside.has(target),
    );
    return {
      ...describeAtom(facts),
      hash: facts.hash,
      edges: facts.edges.map(({ verb, target }) => ({ verb, target, standing: placeOf(target) })),
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
