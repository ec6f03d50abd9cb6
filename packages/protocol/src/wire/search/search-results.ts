// GET /search (contract sections 2 and 4.5).
import type { XStatic } from 'typebox/schema';
import { SEARCH_LIMITS } from '../../queries/search-query.ts';
import {
  NameSchema,
  OriginSchema,
  REQUIRES_OMITTED_SCHEMA,
  RelevanceSchema,
  RequiresSchema,
  VersionSchema,
} from '../scalars.ts';
import { count, document, flag, list, object, objects, text } from '../schema-parts.ts';

/** Typing errors that a search corrected. */
export const CORRECTED_SCHEMA = objects(
  'Corrected words, when hardly anything matches the words as typed.',
  ['from', 'to'],
  { from: { type: 'string' }, to: { type: 'string' } },
);

export const SearchResultsSchema = document(
  'SearchResults',
  'Primes that match a search.',
  ['results', 'total'],
  {
    results: objects(
      'One entry a Prime, its latest version, best first.',
      ['name', 'version', 'description', 'score'],
      {
        name: NameSchema,
        version: VersionSchema,
        description: text('What the Prime is about.'),
        score: RelevanceSchema,
        requires: RequiresSchema,
        requires_omitted: REQUIRES_OMITTED_SCHEMA,
        deprecated: flag('True if this version is deprecated; it is ranked lower then.'),
        origin: OriginSchema,
      },
    ),
    total: count('Number of all matching Primes.'),
    corrected: {
      ...CORRECTED_SCHEMA,
      description: `${CORRECTED_SCHEMA.description} Absent if there are none.`,
    },
    incomplete: list(
      'Base URLs of upstreams that did not answer, or not in time. Their results are missing.',
      { type: 'string' },
    ),
  },
);

/** The response to a search. */
export type SearchResults = XStatic<typeof SearchResultsSchema>;

/** The query parameters for the API reference; `parseSearchQuery` validates them. */
export const SearchQuerySchema = object(['q'], {
  q: text(
    `What to search for: 1 to ${SEARCH_LIMITS.maxTextLength} characters after trimming. Every word must match, the last one as a prefix.`,
  ),
  limit: { type: 'integer', ...SEARCH_LIMITS.limit, description: 'Most results to return.' },
  offset: { type: 'integer', ...SEARCH_LIMITS.offset, description: 'Results to skip.' },
});
