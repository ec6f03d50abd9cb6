// GET /-/primes/…/diff/1.0.0...1.1.0: what was changed between two versions, and which step of the version that asks for.
import {
  type AtomDiff,
  AtomDiffSchema,
  MAX_DIFF_ENTRIES,
  parseVersion,
  quote,
  RegistryError,
  ROUTES,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { diffVersions, type VersionDiff } from '../../actions/read-atoms/diff-versions.ts';
import { readName } from '../../http/prime-path.ts';
import { json, PrimeParamsSchema, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { countChanges, describeRule } from './report-atoms.ts';

const RangeParamsSchema = {
  ...PrimeParamsSchema,
  required: [...PrimeParamsSchema.required, 'range'],
  properties: {
    ...PrimeParamsSchema.properties,
    range: { type: 'string', description: 'Two versions.', examples: ['1.0.0...1.1.0'] },
  },
} as const;

export const atomDiff: Route = {
  method: 'GET',
  path: ROUTES.atomDiff,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'diffVersions',
    summary: 'Compare the atoms of two versions',
    description: 'Of any two versions of a Prime, yanked ones included.',
    tags: ['atoms'],
    params: RangeParamsSchema,
    response: {
      200: json(AtomDiffSchema, 'What was changed.'),
      ...problems(
        [404, 'The Prime or a version is not in this registry, or its atoms were not read.'],
        [503, 'The registry has too much to do.'],
      ),
    },
  },
  async handle({ store }, request): Promise<AtomDiff> {
    const name = readName(request);
    const { from, to } = readRange(request);
    const compared = await diffVersions(store, name, from, to);
    return {
      name: name.full,
      from: from.full,
      to: to.full,
      rule: describeRule(compared.diff, compared.judgement),
      counts: countChanges(compared.diff),
      ...listChanges(compared),
    };
  },
};

type Lists = Omit<AtomDiff, 'name' | 'from' | 'to' | 'rule' | 'counts'>;

function listChanges({ diff, before, after, placeOf }: VersionDiff): Lists {
  const named = (atoms: VersionDiff['after'], id: string) => {
    const { kind = '', name = '' } = atoms.get(id) ?? {};
    return { id, kind, name };
  };
  const edgesOf = (side: 'gained' | 'lost') =>
    firstOf(diff.edges.flatMap((edges) => edges[side].map((edge) => ({ verb: edges.verb, ...edge }))));
  return {
    added: firstOf(diff.added).map((id) => named(after, id)),
    removed: firstOf(diff.removed).map((id) => named(before, id)),
    changed: firstOf(diff.changed).map(({ id, fields }) => ({ ...named(after, id), fields: [...fields] })),
    edges_gained: edgesOf('gained').map((edge) => ({ ...edge, standing: placeOf(edge.target) })),
    edges_lost: edgesOf('lost'),
    removed_verbs: firstOf(diff.removedVerbs),
  };
}

function firstOf<T>(list: readonly T[]): T[] {
  return list.slice(0, MAX_DIFF_ENTRIES);
}

/** @throws RegistryError `not_found` */
function readRange(request: FastifyRequest): { from: Version; to: Version } {
  const { range = '' } = request.params as { range?: string };
  const [from, to] = range.split('...').map((version) => parseVersion(version));
  if (from?.ok && to?.ok && range.split('...').length === 2) return { from: from.value, to: to.value };
  throw new RegistryError('not_found', {
    detail: `${quote(range)} are no two versions; write them as in 1.0.0...1.1.0.`,
  });
}
