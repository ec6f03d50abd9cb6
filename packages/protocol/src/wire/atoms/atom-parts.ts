// Schemas that several responses about atoms share.
import { VersionSchema } from '../scalars.ts';
import { count, describedObject, flag, list, object, objects, text } from '../schema-parts.ts';

/** Lengths of the text of an atom, shortest first. */
export const ATOM_TEXT_LEVELS = ['summary', 'core', 'full'] as const;

/** A length of the text of an atom. */
export type AtomTextLevel = (typeof ATOM_TEXT_LEVELS)[number];

/** An id of an atom. */
export const AtomIdSchema = {
  type: 'string',
  description: 'Id of an atom, @scope/name.',
  examples: ['@acme/rule-prefer-const'],
} as const;

/** The number of atoms of each kind. */
export const KindCountsSchema = objects('Number of atoms of each kind, sorted by kind.', ['kind', 'count'], {
  kind: { type: 'string' },
  count: { type: 'integer', minimum: 1 },
});

/** A problem with the atoms, for their author. */
export const AtomProblemSchema = object(['severity', 'path', 'message'], {
  severity: {
    enum: ['error', 'warning'],
    description: 'error: something could not be read; warning: it was read.',
  },
  path: text('The file, relative to the root of the Prime.'),
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
  message: text('What is wrong and what would be right.'),
  code: {
    enum: ['duplicate-id', 'missing-description', 'missing-version', 'stale-compiled'],
    description: 'The kind of problem, for those that programs tell apart.',
  },
});

/** The number of differences of each kind. */
export const DiffCountsSchema = describedObject(
  'Number of differences of each kind.',
  ['added', 'removed', 'changed', 'edges_gained', 'edges_lost', 'removed_verbs'],
  {
    added: count('New atoms.'),
    removed: count('Removed atoms.'),
    changed: count('Changed atoms.'),
    edges_gained: count('New edges.'),
    edges_lost: count('Removed edges.'),
    removed_verbs: count('Verbs whose last edge was removed.'),
  },
);

/** The result of the version rule for a step. */
export const VersionRuleSchema = describedObject(
  'The version rule: removed atoms or verbs of edges require a major step, new atoms or edges a minor one, edits a patch; below 1.0.0, one place lower.',
  ['required', 'respected', 'message', 'reasons'],
  {
    required: {
      enum: ['major', 'minor', 'patch', 'none'],
      description: 'The step that the changes require.',
    },
    respected: flag('Whether the step is large enough.'),
    suggestion: { ...VersionSchema, description: 'The lowest sufficient version, if this one is too low.' },
    message: text('One sentence for people.'),
    reasons: list('The reasons for the required step, at most 20; empty when the rule is respected.', {
      type: 'string',
    }),
  },
);

/** Most reasons in a result. */
export const MAX_RULE_REASONS = 20;
