// GET /-/primes/:scope/:name/diff/:range (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from '../scalars.ts';
import { document, list, objects } from '../schema-parts.ts';
import { EdgeStandingSchema } from './atom-details.ts';
import { AtomIdSchema, DiffCountsSchema, VersionRuleSchema } from './atom-parts.ts';

/** Most entries of each list of a diff. */
export const MAX_DIFF_ENTRIES = 1000;

const atomProperties = { id: AtomIdSchema, kind: { type: 'string' }, name: { type: 'string' } } as const;

const atoms = (description: string) => objects(description, ['id', 'kind', 'name'], atomProperties);

const edgeProperties = { verb: { type: 'string' }, from: AtomIdSchema, target: AtomIdSchema } as const;

export const AtomDiffSchema = document(
  'AtomDiff',
  `The differences between two versions. Every list is sorted and has at most ${MAX_DIFF_ENTRIES} entries; counts includes all of them.`,
  [
    ...(['name', 'from', 'to', 'rule', 'counts'] as const),
    ...(['added', 'removed', 'changed', 'edges_gained', 'edges_lost', 'removed_verbs'] as const),
  ],
  {
    name: NameSchema,
    from: VersionSchema,
    to: VersionSchema,
    rule: VersionRuleSchema,
    counts: DiffCountsSchema,
    added: atoms('Atoms that only the second version has.'),
    removed: atoms('Atoms that only the first version has.'),
    changed: objects(
      'Atoms that both versions have, with different content.',
      ['id', 'kind', 'name', 'fields'],
      { ...atomProperties, fields: list('The fields that differ.', { type: 'string' }) },
    ),
    edges_gained: objects(
      'Edges that only the second version has, by verb.',
      ['verb', 'from', 'target', 'standing'],
      { ...edgeProperties, standing: EdgeStandingSchema },
    ),
    edges_lost: objects(
      'Edges that only the first version has, by verb.',
      ['verb', 'from', 'target'],
      edgeProperties,
    ),
    removed_verbs: list('Verbs that only edges of the first version have.', { type: 'string' }),
  },
);

/** The response with the differences between two versions. */
export type AtomDiff = XStatic<typeof AtomDiffSchema>;
