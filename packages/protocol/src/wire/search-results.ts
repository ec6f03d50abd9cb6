// GET /search (contract sections 2 and 4.5).
import { type Static, Type } from 'typebox';
import { SEARCH_LIMITS } from '../search-query.ts';
import { NameSchema, VersionSchema } from './scalars.ts';

/** Schema of {@link SearchResults}. */
export const SearchResultsSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        name: NameSchema,
        version: VersionSchema,
        description: Type.String(),
        score: Type.Number({
          exclusiveMinimum: 0,
          maximum: 1,
          description: 'Relevance, above 0 and at most 1; comparable within one answer.',
        }),
      }),
      { description: 'One entry a Prime, its latest version, best first.' },
    ),
    total: Type.Integer({ minimum: 0, description: 'How many Primes match in all.' }),
  },
  { $id: 'SearchResults', description: 'Primes that match a search' },
);

/** The results of a search, as they are answered. */
export type SearchResults = Static<typeof SearchResultsSchema>;

/** The query parameters for the API reference; `parseSearchQuery` is what decides. */
export const SearchQuerySchema = Type.Object({
  q: Type.String({
    description: `What to search for: 1 to ${SEARCH_LIMITS.maxTextLength} characters after trimming. Every word must match, the last one as a prefix.`,
  }),
  limit: Type.Optional(Type.Integer({ ...SEARCH_LIMITS.limit, description: 'Most results wanted.' })),
  offset: Type.Optional(Type.Integer({ ...SEARCH_LIMITS.offset, description: 'Results to skip.' })),
});
