// GET /-/search (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { SEARCH_SORTS } from '../../queries/search-sort.ts';
import { AtomIdSchema } from '../atoms/atom-parts.ts';
import { NameSchema, RelevanceSchema, VersionSchema } from '../scalars.ts';
import { count, document, flag, objects, text } from '../schema-parts.ts';
import { FACETS_SCHEMA, FILTERS_SCHEMA } from './filters.ts';
import { CORRECTED_SCHEMA, SearchQuerySchema } from './search-results.ts';

const segments = (description: string) =>
  objects(description, ['text', 'match'], {
    text: text('Plain text without markup.'),
    match: flag('Whether it matches the search.'),
  });

export const RichSearchResultsSchema = document(
  'RichSearchResults',
  'Primes that match a search, with highlights and facets.',
  ['results', 'total', 'corrected', 'facets', 'facet_total'],
  {
    results: objects(
      'One entry a Prime, its latest version, best first.',
      [
        ...(['name', 'version', 'description', 'license', 'scope', 'namespaces'] as const),
        ...(['score', 'highlights', 'atoms', 'atom_total'] as const),
      ],
      {
        name: NameSchema,
        version: VersionSchema,
        description: text('What the Prime is about.'),
        license: { type: 'string', examples: ['Apache-2.0'] },
        scope: { type: 'string', examples: ['@acme'] },
        namespaces: { type: 'array', items: { type: 'string' } },
        score: RelevanceSchema,
        deprecated: flag('True if this version is deprecated; it is ranked lower then.'),
        highlights: objects('The best matching part of each field of the Prime.', ['field', 'segments'], {
          field: { enum: ['name', 'description', 'readme'] },
          segments: segments('The text in segments.'),
        }),
        atoms: objects(
          'The best matching atoms, at most 4, of the kinds asked for. Each contains all words that the Prime itself does not.',
          ['id', 'kind', 'name', 'description', 'snippet'],
          {
            id: AtomIdSchema,
            kind: { type: 'string', examples: ['rule'] },
            name: text('As the author wrote it.'),
            description: { type: 'string' },
            snippet: segments('The best matching part of its text in segments.'),
          },
        ),
        atom_total: count('Number of matching atoms.'),
      },
    ),
    total: count('Number of all matching Primes.'),
    corrected: CORRECTED_SCHEMA,
    facets: FACETS_SCHEMA,
    facet_total: count(
      'Number of Primes that the facets count: all matching ones, or the best 300 when more than 1,000 match.',
    ),
  },
);

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
