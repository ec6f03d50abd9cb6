// Schemas that several responses about atoms share.
import { VersionSchema } from '../scalars.ts';

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
export const KindCountsSchema = {
  type: 'array',
  description: 'Number of atoms of each kind, sorted by kind.',
  items: {
    type: 'object',
    required: ['kind', 'count'],
    properties: { kind: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  },
} as const;

/** A problem with the atoms, for their author. */
export const AtomProblemSchema = {
  type: 'object',
  required: ['severity', 'path', 'message'],
  properties: {
    severity: {
      enum: ['error', 'warning'],
      description: 'error: something could not be read; warning: it was read.',
    },
    path: { type: 'string', description: 'The file, relative to the root of the Prime.' },
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1 },
    message: { type: 'string', description: 'What is wrong and what would be right.' },
    code: {
      enum: ['duplicate-id', 'missing-description', 'missing-version', 'stale-compiled'],
      description: 'The kind of problem, for those that programs tell apart.',
    },
  },
} as const;

const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

/** The number of differences of each kind. */
export const DiffCountsSchema = {
  type: 'object',
  description: 'Number of differences of each kind.',
  required: ['added', 'removed', 'changed', 'edges_gained', 'edges_lost', 'removed_verbs'],
  properties: {
    added: count('New atoms.'),
    removed: count('Removed atoms.'),
    changed: count('Changed atoms.'),
    edges_gained: count('New edges.'),
    edges_lost: count('Removed edges.'),
    removed_verbs: count('Verbs whose last edge was removed.'),
  },
} as const;

/** The result of the version rule for a step. */
export const VersionRuleSchema = {
  type: 'object',
  description:
    'The version rule: removed atoms or verbs of edges require a major step, new atoms or edges a minor one, edits a patch; below 1.0.0, one place lower.',
  required: ['required', 'respected', 'message', 'reasons'],
  properties: {
    required: {
      enum: ['major', 'minor', 'patch', 'none'],
      description: 'The step that the changes require.',
    },
    respected: { type: 'boolean', description: 'Whether the step is large enough.' },
    suggestion: {
      ...VersionSchema,
      description: 'The lowest sufficient version, if this one is too low.',
    },
    message: { type: 'string', description: 'One sentence for people.' },
    reasons: {
      type: 'array',
      description: 'The reasons for the required step, at most 20; empty when the rule is respected.',
      items: { type: 'string' },
    },
  },
} as const;

/** Most reasons in a result. */
export const MAX_RULE_REASONS = 20;
