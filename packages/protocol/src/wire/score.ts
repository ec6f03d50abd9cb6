// GET /-/primes/:scope/:name/:version/score (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from './scalars.ts';
import { document, fromOne, object, objects, text } from './schema-parts.ts';

const points = (description: string) => ({ type: 'integer', minimum: 0, maximum: 100, description }) as const;

export const VersionScoreSchema = document(
  'VersionScore',
  'What speaks for a version, and what is missing. It depends on the version alone and never changes.',
  ['name', 'version', 'points', 'max', 'parts'],
  {
    name: NameSchema,
    version: VersionSchema,
    points: points('The sum of all parts.'),
    max: points('Always 100.'),
    parts: {
      type: 'array',
      items: object(['id', 'title', 'points', 'max', 'reasons'], {
        id: { type: 'string', examples: ['documentation'] },
        title: { type: 'string' },
        points: points('Of this part.'),
        max: points('Most points of this part.'),
        reasons: objects('Why points are missing.', ['rule', 'count', 'summary', 'remedy'], {
          rule: { type: 'string', description: 'The code of a rule of lint.', examples: ['missing-readme'] },
          count: fromOne('How often it found something.'),
          summary: text('What it found.'),
          remedy: text('How to mend it.'),
        }),
      }),
    },
  },
);

/** The response with the score of a version. */
export type VersionScore = XStatic<typeof VersionScoreSchema>;
