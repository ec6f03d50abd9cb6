// What several answers about atoms have in common.
import { VersionSchema } from './scalars.ts';

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

/** How many atoms there are of each kind. */
export const KindCountsSchema = {
  type: 'array',
  description: 'How many atoms there are of each kind, by kind.',
  items: {
    type: 'object',
    required: ['kind', 'count'],
    properties: { kind: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  },
} as const;

/** Something that an author should know of the atoms. */
export const AtomProblemSchema = {
  type: 'object',
  required: ['severity', 'path', 'message'],
  properties: {
    severity: {
      enum: ['error', 'warning'],
      description: 'An error kept something from being read; with a warning it was read.',
    },
    path: { type: 'string', description: 'The file, relative to the root of the Prime.' },
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1 },
    message: { type: 'string', description: 'What is wrong and what would be right.' },
  },
} as const;

const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

/** How much was changed. */
export const DiffCountsSchema = {
  type: 'object',
  description: 'How much was changed.',
  required: ['added', 'removed', 'changed', 'edges_gained', 'edges_lost', 'removed_verbs'],
  properties: {
    added: count('Atoms that are new.'),
    removed: count('Atoms that are gone.'),
    changed: count('Atoms that are not the same.'),
    edges_gained: count('Edges that are new.'),
    edges_lost: count('Edges that are gone.'),
    removed_verbs: count('Verbs that no edge has any more.'),
  },
} as const;

/** What the rule of versions says of a step. */
export const VersionRuleSchema = {
  type: 'object',
  description:
    'The rule: removed atoms or verbs of edges ask for a major step, new atoms or edges for a minor one, edits for a patch; below 1.0.0, one place lower.',
  required: ['required', 'respected', 'message', 'reasons'],
  properties: {
    required: { enum: ['major', 'minor', 'patch', 'none'], description: 'What the changes ask for.' },
    respected: { type: 'boolean', description: 'Whether the step is large enough.' },
    suggestion: {
      ...VersionSchema,
      description: 'The lowest version that would do, where this one does not.',
    },
    message: { type: 'string', description: 'One sentence for people.' },
    reasons: {
      type: 'array',
      description: 'What asks for it, at most 20; empty when the rule is respected.',
      items: { type: 'string' },
    },
  },
} as const;

/** The most reasons that are told. */
export const MAX_RULE_REASONS = 20;
