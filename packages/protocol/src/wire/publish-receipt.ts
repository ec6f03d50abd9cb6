// POST /publish (contract sections 2 and 4.1).
import type { XStatic } from 'typebox/schema';
import {
  AtomProblemSchema,
  DiffCountsSchema,
  KindCountsSchema,
  VersionRuleSchema,
} from './atoms/atom-parts.ts';
import { NameSchema, Sha256Schema, TarballPathSchema, VersionSchema } from './scalars.ts';

/** Most atom problems, and most places of secrets and of hidden characters, in a receipt. */
export const MAX_RECEIPT_PROBLEMS = 50;

/** Schema of {@link PublishReceipt}. */
export const PublishReceiptSchema = {
  $id: 'PublishReceipt',
  description: 'The published version.',
  type: 'object',
  required: ['name', 'version', 'sha256', 'url'],
  properties: {
    name: NameSchema,
    version: VersionSchema,
    sha256: Sha256Schema,
    url: TarballPathSchema,
    log: {
      type: 'object',
      description: 'Where the version is in the transparency log; absent without a signed log.',
      required: ['origin', 'index', 'size', 'proof'],
      properties: {
        origin: { type: 'string', description: 'Name of the log.' },
        index: { type: 'integer', minimum: 0, description: 'Index of the entry.' },
        size: {
          type: 'integer',
          minimum: 1,
          description: 'Number of entries of the tree that the proof is of.',
        },
        proof: { type: 'string', description: 'The entry and its proof of inclusion (C2SP tlog-proof).' },
      },
    },
    secrets: {
      type: 'object',
      description:
        'What looks like a secret in the publish; absent if nothing does. Everybody who can read the registry can read it.',
      required: ['count', 'places', 'complete'],
      properties: {
        count: { type: 'integer', minimum: 0, description: 'Number of places.' },
        complete: { type: 'boolean', description: 'Whether all text was scanned.' },
        places: {
          type: 'array',
          description: `The first places, at most ${MAX_RECEIPT_PROBLEMS}, in the order of the tarball.`,
          items: {
            type: 'object',
            required: ['path', 'line', 'column', 'rule', 'what'],
            properties: {
              path: {
                type: 'string',
                description: 'A file of the tarball, or manifest for the part of the form.',
              },
              line: { type: 'integer', minimum: 1 },
              column: { type: 'integer', minimum: 1, description: 'In characters.' },
              rule: { type: 'string', description: 'The id of the format, such as github-token.' },
              what: { type: 'string', description: 'For people, such as a GitHub token.' },
            },
          },
        },
      },
    },
    hidden_characters: {
      type: 'object',
      description:
        'Characters of manifest and README that nobody sees, such as U+200B; absent if there are none. Pages and terminals show them. Those of atoms are problems of atoms.',
      required: ['count', 'places'],
      properties: {
        count: { type: 'integer', minimum: 0, description: 'Number of places.' },
        places: {
          type: 'array',
          description: `The first places, at most ${MAX_RECEIPT_PROBLEMS}.`,
          items: {
            type: 'object',
            required: ['path', 'line', 'column', 'character', 'length'],
            properties: {
              path: {
                type: 'string',
                description: 'The README, or manifest for the part of the form.',
              },
              line: { type: 'integer', minimum: 1 },
              column: { type: 'integer', minimum: 1, description: 'In characters.' },
              character: { type: 'string', description: 'The first one, such as U+E0041.' },
              length: { type: 'integer', minimum: 1, description: 'How many there are in a row.' },
            },
          },
        },
      },
    },
    atoms: {
      type: 'object',
      description: 'The result of reading the atoms in the tarball. No problem in it prevents a publish.',
      required: ['count', 'kinds', 'problem_count', 'problems'],
      properties: {
        count: { type: 'integer', minimum: 0, description: 'Number of atoms that could be read.' },
        kinds: KindCountsSchema,
        problem_count: { type: 'integer', minimum: 0, description: 'Number of problems.' },
        problems: {
          type: 'array',
          description: `The first problems, at most ${MAX_RECEIPT_PROBLEMS}, sorted by file and line.`,
          items: AtomProblemSchema,
        },
        step: {
          type: 'object',
          description:
            'The step from the previous version; absent when there is none, or its atoms are unknown.',
          required: ['from', 'changes', 'rule'],
          properties: { from: VersionSchema, changes: DiffCountsSchema, rule: VersionRuleSchema },
        },
      },
    },
  },
} as const;

/** The response to a publish. */
export type PublishReceipt = XStatic<typeof PublishReceiptSchema>;
