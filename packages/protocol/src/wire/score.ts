// GET /-/primes/:scope/:name/:version/score (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { NameSchema, VersionSchema } from './scalars.ts';

const points = (description: string) => ({ type: 'integer', minimum: 0, maximum: 100, description }) as const;

/** Schema of {@link VersionScore}. */
export const VersionScoreSchema = {
  $id: 'VersionScore',
  description:
    'What speaks for a version, and what is missing. It depends on the version alone and never changes.',
  type: 'object',
  required: ['name', 'version', 'points', 'max', 'parts'],
  properties: {
    name: NameSchema,
    version: VersionSchema,
    points: points('The sum of all parts.'),
    max: points('Always 100.'),
    parts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'title', 'points', 'max', 'reasons'],
        properties: {
          id: { type: 'string', examples: ['documentation'] },
          title: { type: 'string' },
          points: points('Of this part.'),
          max: points('Most points of this part.'),
          reasons: {
            type: 'array',
            description: 'Why points are missing.',
            items: {
              type: 'object',
              required: ['rule', 'count', 'summary', 'remedy'],
              properties: {
                rule: {
                  type: 'string',
                  description: 'The code of a rule of lint.',
                  examples: ['missing-readme'],
                },
                count: { type: 'integer', minimum: 1, description: 'How often it found something.' },
                summary: { type: 'string', description: 'What it found.' },
                remedy: { type: 'string', description: 'How to mend it.' },
              },
            },
          },
        },
      },
    },
  },
} as const;

/** The response with the score of a version. */
export type VersionScore = XStatic<typeof VersionScoreSchema>;
