// GET /-/suggest (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { AtomIdSchema } from '../atoms/atom-parts.ts';
import { NameSchema, VersionSchema } from '../scalars.ts';
import { document, objects, text } from '../schema-parts.ts';

export const SuggestionListSchema = document(
  'SuggestionList',
  'What a search field suggests while somebody types.',
  ['primes', 'atoms'],
  {
    primes: objects('At most 5 Primes, best first.', ['name', 'description', 'path'], {
      name: NameSchema,
      description: text('The beginning of its description.'),
      path: text('The path of its page.'),
    }),
    atoms: objects('At most 5 atoms, best first.', ['id', 'kind', 'title', 'prime', 'version', 'path'], {
      id: AtomIdSchema,
      kind: { type: 'string', examples: ['rule'] },
      title: text('Its label, or else its id without the scope.'),
      prime: NameSchema,
      version: VersionSchema,
      path: text('The path of its page.'),
    }),
  },
);

/** The response to a request for suggestions. */
export type SuggestionList = XStatic<typeof SuggestionListSchema>;
