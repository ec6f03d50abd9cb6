// GET /-/atoms?ids=…: the Primes that have some atoms, for lint and for the targets of edges.
import { isAtomId } from '@prime-registry/atoms';
import {
  type AtomLookup,
  AtomLookupQuerySchema,
  AtomLookupSchema,
  parseAtomLookupQuery,
  quote,
  ROUTES,
} from '@prime-registry/protocol';
import { invalidQuery, readQuery } from '../../http/requests/query-problems.ts';
import { json, problems, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';

export const atomLookup: Route<'store'> = {
  path: ROUTES.atomLookup,
  schema: {
    operationId: 'lookUpAtoms',
    summary: 'Find the Primes that have some atoms',
    tags: ['atoms'],
    querystring: AtomLookupQuerySchema,
    response: {
      200: json(AtomLookupSchema, 'The Primes by atom.'),
      ...problems(WRONG_QUERY),
    },
  },
  async handle({ store }, request): Promise<AtomLookup> {
    const { ids, contents } = readQuery(request, parseAtomLookupQuery).query;
    const wrong = ids.find((id) => !isAtomId(id));
    if (wrong !== undefined) {
      const message = `${quote(wrong)} is not the id of an atom; write it as in @acme/rule-prefer-const`;
      throw invalidQuery([{ field: 'ids', message }]);
    }
    const holders = await store.findAtomHolders(ids);
    const atoms = Array.from(holders, ([id, primes]) => ({
      id,
      primes: primes.map(({ name, version, isOwnScope, hash }) => ({
        ...{ name, version, hash },
        own_scope: isOwnScope,
      })),
    }));
    if (contents.length === 0) return { atoms };
    const copies = await store.findCopies(contents);
    return { atoms, copies: Array.from(copies, ([content, same]) => ({ content, atoms: [...same] })) };
  },
};
