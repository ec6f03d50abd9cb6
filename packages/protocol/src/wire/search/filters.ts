// The filters of searches, and the facets that count what each would leave (not part of the contract).
import { FILTER_LIMITS } from '../../queries/rich-search-query.ts';
import { describedObject, objects } from '../schema-parts.ts';

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
  objects(description, ['value', 'count'], {
    value: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
  });

/** The facets of a response. */
export const FACETS_SCHEMA = describedObject(
  'Number of Primes by value: the 20 most frequent values of each field.',
  // Registries before 0.2.0 count no tags.
  ['scope', 'license', 'namespace', 'kind'],
  {
    scope: facet('By scope.'),
    license: facet('By licence.'),
    namespace: facet('By namespace.'),
    kind: facet('By kind of their atoms.'),
    tag: facet('By tag.'),
  },
);
