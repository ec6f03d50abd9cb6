// GET /-/search (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { FILTER_LIMITS } from '../rich-search-query.ts';
import { AtomIdSchema } from './atom-parts.ts';
import { NameSchema, VersionSchema } from './scalars.ts';
import { SearchQuerySchema } from './search-results.ts';

const segments = (description: string) =>
  ({
    type: 'array',
    description,
    items: {
      type: 'object',
      required: ['text', 'match'],
      properties: {
        text: { type: 'string', description: 'As it was written; nothing in it is markup.' },
        match: { type: 'boolean', description: 'Whether it was searched for.' },
      },
    },
  }) as const;

const facet = (description: string) =>
  ({
    type: 'array',
    description,
    items: {
      type: 'object',
      required: ['value', 'count'],
      properties: { value: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
    },
  }) as const;

/** Schema of {@link RichSearchResults}. */
export const RichSearchResultsSchema = {
  $id: 'RichSearchResults',
  description: 'Primes that match a search, why, and what results can be narrowed by.',
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
            description: 'Relevance, above 0 and at most 1; comparable within one answer.',
          },
          highlights: {
            type: 'array',
            description: 'Where in the Prime the words stand; the best part of each field.',
            items: {
              type: 'object',
              required: ['field', 'segments'],
              properties: {
                field: { enum: ['name', 'description', 'readme'] },
                segments: segments('The text in pieces.'),
              },
            },
          },
          atoms: {
            type: 'array',
            description:
              'The best of the atoms that have all words together, those aside that the Prime itself has; at most 4.',
            items: {
              type: 'object',
              required: ['id', 'kind', 'name', 'description', 'snippet'],
              properties: {
                id: AtomIdSchema,
                kind: { type: 'string', examples: ['rule'] },
                name: { type: 'string', description: 'As the author wrote it.' },
                description: { type: 'string' },
                snippet: segments('The best part of its text in pieces.'),
              },
            },
          },
          atom_total: { type: 'integer', minimum: 0, description: 'How many atoms match.' },
        },
      },
    },
    total: { type: 'integer', minimum: 0, description: 'How many Primes match in all.' },
    corrected: {
      type: 'array',
      description: 'Words that were taken for others, where hardly anything matches as it was typed.',
      items: {
        type: 'object',
        required: ['from', 'to'],
        properties: { from: { type: 'string' }, to: { type: 'string' } },
      },
    },
    facets: {
      type: 'object',
      description: 'How many Primes have a value: the most frequent 20 of each field.',
      required: ['scope', 'license', 'namespace', 'kind'],
      properties: {
        scope: facet('By scope.'),
        license: facet('By licence.'),
        namespace: facet('By namespace.'),
        kind: facet('By kind of the atoms that they have.'),
      },
    },
    facet_total: {
      type: 'integer',
      minimum: 0,
      description:
        'How many Primes the facets count: all that match, or the best 300 where more than 1,000 do.',
    },
  },
} as const;

/** What a rich search found, as it is answered. */
export type RichSearchResults = XStatic<typeof RichSearchResultsSchema>;

const filter = (description: string) =>
  ({
    type: 'array',
    items: { type: 'string' },
    maxItems: FILTER_LIMITS.maxValues,
    description: `${description} May be given up to ${FILTER_LIMITS.maxValues} times: any of them will do.`,
  }) as const;

/** The query parameters for the API reference; `parseRichSearchQuery` is what decides. */
export const RichSearchQuerySchema = {
  type: 'object',
  required: ['q'],
  properties: {
    ...SearchQuerySchema.properties,
    scope: filter('Only Primes of this scope, as in @acme.'),
    license: filter('Only Primes with this licence.'),
    namespace: filter('Only Primes with this namespace.'),
    kind: filter('Only Primes with atoms of this kind.'),
  },
} as const;
