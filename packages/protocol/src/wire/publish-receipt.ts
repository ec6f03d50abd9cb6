// POST /publish (contract sections 2 and 4.1).
import type { XStatic } from 'typebox/schema';
import { AtomProblemSchema, DiffCountsSchema, KindCountsSchema, VersionRuleSchema } from './atom-parts.ts';
import { NameSchema, Sha256Schema, TarballPathSchema, VersionSchema } from './scalars.ts';

/** Most problems of atoms in a receipt. */
export const MAX_RECEIPT_PROBLEMS = 50;

/** Schema of {@link PublishReceipt}. */
export const PublishReceiptSchema = {
  $id: 'PublishReceipt',
  description: 'What was published.',
  type: 'object',
  required: ['name', 'version', 'sha256', 'url'],
  properties: {
    name: NameSchema,
    version: VersionSchema,
    sha256: Sha256Schema,
    url: TarballPathSchema,
    atoms: {
      type: 'object',
      description:
        'What was read of the atoms in the tarball. Nothing of it keeps a version from being published.',
      required: ['count', 'kinds', 'problem_count', 'problems'],
      properties: {
        count: { type: 'integer', minimum: 0, description: 'How many atoms could be read.' },
        kinds: KindCountsSchema,
        problem_count: { type: 'integer', minimum: 0, description: 'How many problems there are.' },
        problems: {
          type: 'array',
          description: `The first problems, at most ${MAX_RECEIPT_PROBLEMS}, by file and line.`,
          items: AtomProblemSchema,
        },
        step: {
          type: 'object',
          description:
            'The step from the version before: left out when there is none, or its atoms are not known.',
          required: ['from', 'changes', 'rule'],
          properties: { from: VersionSchema, changes: DiffCountsSchema, rule: VersionRuleSchema },
        },
      },
    },
  },
} as const;

/** The receipt of a publish, as it is answered. */
export type PublishReceipt = XStatic<typeof PublishReceiptSchema>;
