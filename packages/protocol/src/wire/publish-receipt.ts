// POST /publish (contract sections 2 and 4.1).
import type { XStatic } from 'typebox/schema';
import {
  AtomProblemSchema,
  DiffCountsSchema,
  KindCountsSchema,
  VersionRuleSchema,
} from './atoms/atom-parts.ts';
import { NameSchema, Sha256Schema, TarballPathSchema, VersionSchema } from './scalars.ts';
import { count, describedObject, document, flag, fromOne, list, objects, text } from './schema-parts.ts';

/** Most atom problems, and most places of secrets and of hidden characters, in a receipt. */
export const MAX_RECEIPT_PROBLEMS = 50;

export const PublishReceiptSchema = document(
  'PublishReceipt',
  'The published version.',
  ['name', 'version', 'sha256', 'url'],
  {
    name: NameSchema,
    version: VersionSchema,
    sha256: Sha256Schema,
    url: TarballPathSchema,
    log: describedObject(
      'Where the version is in the transparency log; absent without a signed log.',
      ['origin', 'index', 'size', 'proof'],
      {
        origin: text('Name of the log.'),
        index: count('Index of the entry.'),
        size: fromOne('Number of entries of the tree that the proof is of.'),
        proof: text('The entry and its proof of inclusion (C2SP tlog-proof).'),
      },
    ),
    secrets: describedObject(
      'What looks like a secret in the publish; absent if nothing does. Everybody who can read the registry can read it.',
      ['count', 'places', 'complete'],
      {
        count: count('Number of places.'),
        complete: flag('Whether all text was scanned.'),
        places: objects(
          `The first places, at most ${MAX_RECEIPT_PROBLEMS}, in the order of the tarball.`,
          ['path', 'line', 'column', 'rule', 'what'],
          {
            path: text('A file of the tarball, or manifest for the part of the form.'),
            line: { type: 'integer', minimum: 1 },
            column: fromOne('In characters.'),
            rule: text('The id of the format, such as github-token.'),
            what: text('For people, such as a GitHub token.'),
          },
        ),
      },
    ),
    hidden_characters: describedObject(
      'Characters of manifest and README that nobody sees, such as U+200B; absent if there are none. Pages and terminals show them. Those of atoms are problems of atoms.',
      ['count', 'places'],
      {
        count: count('Number of places.'),
        places: objects(
          `The first places, at most ${MAX_RECEIPT_PROBLEMS}.`,
          ['path', 'line', 'column', 'character', 'length'],
          {
            path: text('The README, or manifest for the part of the form.'),
            line: { type: 'integer', minimum: 1 },
            column: fromOne('In characters.'),
            character: text('The first one, such as U+E0041.'),
            length: fromOne('How many there are in a row.'),
          },
        ),
      },
    ),
    atoms: describedObject(
      'The result of reading the atoms in the tarball. No problem in it prevents a publish.',
      ['count', 'kinds', 'problem_count', 'problems'],
      {
        count: count('Number of atoms that could be read.'),
        kinds: KindCountsSchema,
        problem_count: count('Number of problems.'),
        problems: list(
          `The first problems, at most ${MAX_RECEIPT_PROBLEMS}, sorted by file and line.`,
          AtomProblemSchema,
        ),
        step: describedObject(
          'The step from the previous version; absent when there is none, or its atoms are unknown.',
          ['from', 'changes', 'rule'],
          { from: VersionSchema, changes: DiffCountsSchema, rule: VersionRuleSchema },
        ),
      },
    ),
  },
);

/** The response to a publish. */
export type PublishReceipt = XStatic<typeof PublishReceiptSchema>;
