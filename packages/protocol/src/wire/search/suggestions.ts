// GET /-/suggest (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { AtomIdSchema } from '../atoms/atom-parts.ts';
import { NameSchema, VersionSchema } from '../scalars.ts';

/** Schema of {@link SuggestionList}. */
export const SuggestionListSchema = {
  $id: 'SuggestionList',
  description: 'What a search field suggests while somebody types.',
  type: 'object',
  required: ['primes', 'atoms'],
  properties: {
    primes: {
      type: 'array',
      description: 'At most 5 Primes, best first.',
      items: {
        type: 'object',
        required: ['name', 'description', 'path'],
        properties: {
          name: NameSchema,
          description: { type: 'string', description: 'The beginning of its description.' },
          path: { type: 'string', description: 'The path of its page.' },
        },
      },
    },
    atoms: {
      type: 'array',
      description: 'At most 5 atoms, best first.',
      items: {
        type: 'object',
        required: ['id', 'kind', 'title', 'prime', 'version', 'path'],
        properties: {
          id: AtomIdSchema,
          kind: { type: 'string', examples: ['rule'] },
          title: { type: 'string', description: 'Its label, or else its id without the scope.' },
          prime: NameSchema,
          version: VersionSchema,
          path: { type: 'string', description: 'The path of its page.' },
        },
      },
    },
  },
} as const;

/** The response to a request for suggestions. */
export type SuggestionList = XStatic<typeof SuggestionListSchema>;
