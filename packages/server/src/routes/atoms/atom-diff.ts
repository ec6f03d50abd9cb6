// GET /-/primes/…/diff/1.0.0...1.1.0: what changed between two versions, and which version step that
// requires.
import { placeChanges } from '@prime-registry/atoms';
import {
  type AtomDiff,
  AtomDiffSchema,
  parseVersion,
  quote,
  RegistryError,
  ROUTES,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { diffVersions } from '../../actions/read-atoms/diff-versions.ts';
import { placeTargets } from '../../actions/read-atoms/place-edges.ts';
import { clientKey } from '../../http/requests/client-key.ts';
import { readName } from '../../http/requests/prime-path.ts';
import { json, OVERLOADED, problems, RangeParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';

export const atomDiff: Route<'store' | 'tasks' | 'comparisons'> = {
  path: ROUTES.atomDiff,
  weight: 'heavy',
  schema: {
    operationId: 'diffVersions',
    summary: 'Compare the atoms of two versions',
    description: 'Any two versions of a Prime, yanked ones included.',
    tags: ['atoms'],
    params: RangeParamsSchema,
    response: {
      200: json(AtomDiffSchema, 'The changes.'),
      ...problems(
        [404, 'The Prime or a version is not in this registry, or its atoms were never read.'],
        OVERLOADED,
      ),
    },
  },
  async handle(deps, request): Promise<AtomDiff> {
    const name = readName(request);
    const { from, to } = readRange(request);
    const { comparison } = await diffVersions(deps, name, [from, to], clientKey(request));
    const { rule, counts, changes } = comparison;
    const targets = changes.edges_gained.filter(({ isInside }) => !isInside).map(({ target }) => target);
    const placeOf = await placeTargets(deps.store, targets, () => false);
    return {
      name: name.full,
      from: from.full,
      to: to.full,
      rule,
      counts,
      ...placeChanges(changes, placeOf),
    };
  },
};

/** @throws RegistryError `not_found` */
function readRange(request: FastifyRequest): { from: Version; to: Version } {
  const { range = '' } = request.params as { range?: string };
  const [from, to] = range.split('...').map((version) => parseVersion(version));
  if (from?.ok && to?.ok && range.split('...').length === 2) return { from: from.value, to: to.value };
  throw new RegistryError('not_found', {
    detail: `${quote(range)} is not a range of two versions; write it as in 1.0.0...1.1.0.`,
  });
}
