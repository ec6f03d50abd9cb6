// GET /-/changes (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { CHANGES_LIMITS } from '../../queries/changes-query.ts';
import { NameSchema, Sha256Schema, TimestampSchema, VersionSchema } from '../scalars.ts';
import { document, flag, list, object, text } from '../schema-parts.ts';

/** Schema of what is the same in all changes. */
export const ChangeSchema = object(['index', 'type', 'at'], {
  index: { type: 'integer', description: 'Its place in the log, from 0, without gaps.' },
  type: { type: 'string', description: 'What happened.', examples: ['publish', 'yank'] },
  at: TimestampSchema,
  by: text('Id of the token, or what else did it.'),
  name: NameSchema,
  version: VersionSchema,
  sha256: Sha256Schema,
});

/** Schema of an answer without the fields that only some types of changes have. */
export const ChangePageSchema = document(
  'Changes',
  'Entries of the log of this registry, in their order.',
  ['log', 'changes', 'next', 'size'],
  {
    log: { type: 'string', description: 'Id of the log.', examples: ['7f3a9c0d1e2b4a56'] },
    changes: { type: 'array', items: ChangeSchema },
    next: {
      type: 'string',
      description: 'The value of `after` for what comes next.',
      examples: ['7f3a9c0d1e2b4a56.1205.c0ffee42'],
    },
    size: { type: 'integer', description: 'Number of entries of the log.' },
    partial: flag(
      'True if the registry is a mirror: it also shows versions of its upstreams, whose changes are not here.',
    ),
  },
);

export const ChangesSchema = {
  ...ChangePageSchema,
  properties: {
    ...ChangePageSchema.properties,
    changes: list('Each entry with its index. Fields besides these depend on the type.', {
      ...ChangeSchema,
      additionalProperties: true,
    }),
  },
} as const;

/** A change: an entry of the log with its index. */
export type Change = XStatic<typeof ChangeSchema> & { readonly [field: string]: unknown };

/** The response with changes. */
export type Changes = Omit<XStatic<typeof ChangePageSchema>, 'changes'> & {
  readonly changes: readonly Change[];
};

/** The query parameters for the API reference; `parseChangesQuery` validates them. */
export const ChangesQuerySchema = {
  type: 'object',
  properties: {
    after: {
      type: 'string',
      description: '`next` of an answer; without it, the beginning; `end` for what is to come.',
      examples: ['7f3a9c0d1e2b4a56.1205.c0ffee42'],
    },
    limit: { type: 'integer', ...CHANGES_LIMITS.limit, description: 'Most changes to return.' },
    wait: {
      type: 'integer',
      ...CHANGES_LIMITS.wait,
      description: 'How long to wait for a change if there is none, in seconds.',
    },
    type: { type: 'string', description: 'Only these types, with commas.', examples: ['publish,yank'] },
    scope: { type: 'string', description: 'Only these scopes, with commas.', examples: ['@acme'] },
  },
} as const;
