// GET /-/primes/…/atoms: the atoms of a version.
import {
  type AtomList,
  AtomListQuerySchema,
  AtomListSchema,
  parseAtomListQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { inventoryNotFound } from '../../actions/read-atoms/inventory-not-found.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, OVERLOADED, problems, VersionParamsSchema, WRONG_QUERY } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeAtom } from './describe-atom.ts';

export const atomList: Route<'store'> = {
  path: ROUTES.atomList,
  weight: 'heavy',
  schema: {
    operationId: 'listAtoms',
    summary: 'List the atoms of a version',
    description: 'In pages, by id; optionally of one kind, or those that contain some words.',
    tags: ['atoms'],
    params: VersionParamsSchema,
    querystring: AtomListQuerySchema,
    response: {
      200: json(AtomListSchema, 'A page of the atoms; also of a yanked version.'),
      ...problems(
        WRONG_QUERY,
        [404, 'The Prime or the version is not in this registry, or its atoms were never read.'],
        OVERLOADED,
      ),
    },
  },
  async handle({ store }, request): Promise<AtomList> {
    const { name, version } = readVersion(request);
    const { withProblems, ...query } = readQuery(request, parseAtomListQuery).query;
    const [inventory, page] = [
      await store.findInventory(name.full, version),
      await store.listAtoms(name.full, version, query),
    ];
    if (inventory === undefined || page === undefined) throw await inventoryNotFound(store, name, version);
    return {
      name: name.full,
      version: version.full,
      atom_count: inventory.atomCount,
      kinds: inventory.kinds.map(({ kind, count }) => ({ kind, count })),
      problem_count: inventory.problemCount,
      ...(withProblems && { problems: inventory.problems.map((problem) => ({ ...problem })) }),
      total: page.total,
      atoms: page.atoms.map(describeAtom),
    };
  },
};
