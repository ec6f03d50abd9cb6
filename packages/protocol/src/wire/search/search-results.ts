// GET /search (contract sections 2 and 4.5).
import type { XStatic } from 'typebox/schema';
import { SEARCH_LIMITS } from '../../queries/search-query.ts';
import {
  NameSchema,
  OriginSchema,
  REQUIRES_OMITTED_SCHEMA,
  RequiresSchema,
  VersionSchema,
} from '../scalars.ts';

/** Typing errors that a search corrected. */
export const CORRECTED_SCHEMA = {
  type: 'array',
  description: 'Corrected words, when hardly anything matches the words as typed.',
  items: {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: { type: 'string' }, to: { type: 'string' } },
  },
} as const;

/** Schema of {@link SearchResults}. */
export const SearchResultsSchema = {
  $id: 'SearchResults',
  description: 'Primes that match a search.',
  type: 'object',
  required: ['results', 'total'],
  properties: {
    results: {
      type: 'array',
      description: 'One entry a Prime, its latest version, best first.',
      items: {
        type: 'object',
        required: ['name', 'version', 'description', 'score'],
        properties: {
          name: NameSchema,
          version: VersionSchema,
          description: { type: 'string', description: 'What the Prime is about.' },
          score: {
            type: 'number',
            exclusiveMinimum: 0,
            maximum: 1,
            description: 'Relevance, above 0 and at most 1; comparable within one response.',
          },
          requires: RequiresSchema,
          requires_omitted: REQUIRES_OMITTED_SCHEMA,
          deprecated: {
            type: 'boolean',
            description: 'True if this version is deprecated; it is ranked lower then.',
          },
          origin: OriginSchema,
        },
      },
    },
    total: { type: 'integer', minimum: 0, description: 'Number of all matching Primes.' },
    corrected: {
      ...CORRECTED_SCHEMA,
      description: `${CORRECTED_SCHEMA.description} Absent if there are none.`,
    },
    incomplete: {
      type: 'array',
      description: 'Base URLs of upstreams that did not answer, or not in time. Their results are missing.',
      items: { type: 'string' },
    },
  },
} as const;

/** The response to a search. */
export type SearchResults = XStatic<typeof SearchResultsSchema>;

/** The query parameters for the API reference; `parseSearchQuery` validates them. */
export const SearchQuerySchema = {
  type: 'object',
  required: ['q'],
  properties: {
    q: {
      type: 'string',
      description: `What to search for: 1 to ${SEARCH_LIMITS.maxTextLength} characters after trimming. Every word must match, the last one as a prefix.`,
    },
    limit: { type: 'integer', ...SEARCH_LIMITS.limit, description: 'Most results to return.' },
    offset: { type: 'integer', ...SEARCH_LIMITS.offset, description: 'Results to skip.' },
  },
} as const;
