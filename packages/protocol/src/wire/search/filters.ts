// The filters of searches, and the facets that count what each would leave (not part of the contract).
import { FILTER_LIMITS } from '../../queries/rich-search-query.ts';

const filter = (description: string) =>
  ({
    type: 'array',
    items: { type: 'string' },
    maxItems: FILTER_LIMITS.maxValues,
    description: `${description} May be given up to ${FILTER_LIMITS.maxValues} times; one of them must match.`,
  }) as const;

/** The parameters of filters, which `parseRichSearchQuery` and `parseBrowseQuery` validate. */
export const FILTERS_SCHEMA = {
  scope: filter('Only Primes of this scope, such as @acme.'),
  license: filter('Only Primes with this licence.'),
  namespace: filter('Only Primes with this namespace.'),
  kind: filter('Only Primes with atoms of this kind; only such atoms are returned.'),
  tag: filter('Only Primes with this tag.'),
} as const;

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

/** The facets of a response. */
export const FACETS_SCHEMA = {
  type: 'object',
  description: 'Number of Primes by value: the 20 most frequent values of each field.',
  // Registries before 0.2.0 count no tags.
  required: ['scope', 'license', 'namespace', 'kind'],
  properties: {
    scope: facet('By scope.'),
    license: facet('By licence.'),
    namespace: facet('By namespace.'),
    kind: facet('By kind of their atoms.'),
    tag: facet('By tag.'),
  },
} as const;
