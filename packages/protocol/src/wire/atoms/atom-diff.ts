// GET /-/primes/:scope/:name/diff/:range (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from '../scalars.ts';
import { EdgeStandingSchema } from './atom-details.ts';
import { AtomIdSchema, DiffCountsSchema, VersionRuleSchema } from './atom-parts.ts';

/** Most entries of each list of a diff. */
export const MAX_DIFF_ENTRIES = 1000;

const atomProperties = { id: AtomIdSchema, kind: { type: 'string' }, name: { type: 'string' } } as const;

const atoms = (description: string) =>
  ({
    type: 'array',
    description,
    items: { type: 'object', required: ['id', 'kind', 'name'], properties: atomProperties },
  }) as const;

const edgeProperties = { verb: { type: 'string' }, from: AtomIdSchema, target: AtomIdSchema } as const;

/** Schema of {@link AtomDiff}. */
export const AtomDiffSchema = {
  $id: 'AtomDiff',
  description: `The differences between two versions. Every list is sorted and has at most ${MAX_DIFF_ENTRIES} entries; counts includes all of them.`,
  type: 'object',
  required: [
    ...['name', 'from', 'to', 'rule', 'counts'],
    ...['added', 'removed', 'changed', 'edges_gained', 'edges_lost', 'removed_verbs'],
  ],
  properties: {
    name: NameSchema,
    from: VersionSchema,
    to: VersionSchema,
    rule: VersionRuleSchema,
    counts: DiffCountsSchema,
    added: atoms('Atoms that only the second version has.'),
    removed: atoms('Atoms that only the first version has.'),
    changed: {
      type: 'array',
      description: 'Atoms that both versions have, with different content.',
      items: {
        type: 'object',
        required: ['id', 'kind', 'name', 'fields'],
        properties: {
          ...atomProperties,
          fields: { type: 'array', description: 'The fields that differ.', items: { type: 'string' } },
        },
      },
    },
    edges_gained: {
      type: 'array',
      description: 'Edges that only the second version has, by verb.',
      items: {
        type: 'object',
        required: ['verb', 'from', 'target', 'standing'],
        properties: { ...edgeProperties, standing: EdgeStandingSchema },
      },
    },
    edges_lost: {
      type: 'array',
      description: 'Edges that only the first version has, by verb.',
      items: { type: 'object', required: ['verb', 'from', 'target'], properties: edgeProperties },
    },
    removed_verbs: {
      type: 'array',
      description: 'Verbs that only edges of the first version have.',
      items: { type: 'string' },
    },
  },
} as const;

/** The response with the differences between two versions. */
export type AtomDiff = XStatic<typeof AtomDiffSchema>;
