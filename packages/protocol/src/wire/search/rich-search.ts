// GET /-/search (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { SEARCH_SORTS } from '../../queries/search-sort.ts';
import { AtomIdSchema } from '../atoms/atom-parts.ts';
import { NameSchema, VersionSchema } from '../scalars.ts';
import { FACETS_SCHEMA, FILTERS_SCHEMA } from './filters.ts';
import { CORRECTED_SCHEMA, SearchQuerySchema } from './search-results.ts';

const segments = (description: string) =>
  ({
    type: 'array',
    description,
    items: {
      type: 'object',
      required: ['text', 'match'],
      properties: {
        text: { type: 'string', description: 'Plain text without markup.' },
        match: { type: 'boolean', description: 'Whether it matches the search.' },
      },
    },
  }) as const;

/** Schema of {@link RichSearchResults}. */
export const RichSearchResultsSchema = {
  $id: 'RichSearchResults',
  description: 'Primes that match a search, with highlights and facets.',
  type: 'object',
  required: ['results', 'total', 'corrected', 'facets', 'facet_total'],
  properties: {
    results: {
      type: 'array',
      description: 'One entry a Prime, its latest version, best first.',
      items: {
        type: 'object',
        required: [
          'name',
          'version',
          'description',
          'license',
          'scope',
          'namespaces',
          'score',
          'highlights',
          'atoms',
          'atom_total',
        ],
        properties: {
          name: NameSchema,
          version: VersionSchema,
          description: { type: 'string', description: 'What the Prime is about.' },
          license: { type: 'string', examples: ['Apache-2.0'] },
          scope: { type: 'string', examples: ['@acme'] },
          namespaces: { type: 'array', items: { type: 'string' } },
          score: {
            type: 'number',
            exclusiveMinimum: 0,
            maximum: 1,
            description: 'Relevance, above 0 and at most 1; comparable within one response.',
          },
          deprecated: {
            type: 'boolean',
            description: 'True if this version is deprecated; it is ranked lower then.',
          },
          highlights: {
            type: 'array',
            description: 'The best matching part of each field of the Prime.',
            items: {
              type: 'object',
              required: ['field', 'segments'],
              properties: {
                field: { enum: ['name', 'description', 'readme'] },
                segments: segments('The text in segments.'),
              },
            },
          },
          atoms: {
            type: 'array',
            description:
              'The best matching atoms, at most 4, of the kinds asked for. Each contains all words that the Prime itself does not.',
            items: {
              type: 'object',
              required: ['id', 'kind', 'name', 'description', 'snippet'],
              properties: {
                id: AtomIdSchema,
                kind: { type: 'string', examples: ['rule'] },
                name: { type: 'string', description: 'As the author wrote it.' },
                description: { type: 'string' },
                snippet: segments('The best matching part of its text in segments.'),
              },
            },
          },
          atom_total: { type: 'integer', minimum: 0, description: 'Number of matching atoms.' },
        },
      },
    },
    total: { type: 'integer', minimum: 0, description: 'Number of all matching Primes.' },
    corrected: CORRECTED_SCHEMA,
    facets: FACETS_SCHEMA,
    facet_total: {
      type: 'integer',
      minimum: 0,
      description:
        'Number of Primes that the facets count: all matching ones, or the best 300 when more than 1,000 match.',
    },
  },
} as const;

/** The response to a rich search. */
export type RichSearchResults = XStatic<typeof RichSearchResultsSchema>;

/** The query parameters for the API reference; `parseRichSearchQuery` validates them. */
export const RichSearchQuerySchema = {
  type: 'object',
  required: ['q'],
  properties: {
    ...SearchQuerySchema.properties,
    sort: { enum: [...SEARCH_SORTS], description: 'The order of the results; by relevance by default.' },
    ...FILTERS_SCHEMA,
  },
} as const;
