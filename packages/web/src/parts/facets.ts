// Facets that narrow a list down: values of each field with the number of Primes that have them.
import type { SearchFilter, SearchFilters } from '@prime-registry/protocol';
import type { FacetValue } from '@prime-registry/store';
import { formatNumber } from './amounts.ts';
import { type Html, html } from './html.ts';

export interface ListFacets {
  readonly filters: SearchFilters;
  readonly facets: Readonly<Record<SearchFilter, readonly FacetValue[]>>;
  /** Number of Primes that were counted. */
  readonly facetTotal: number;
  /** Whether there are others, which were not counted. */
  readonly isPart: boolean;
  /** The address of the same list with other filters, from its beginning. */
  readonly at: (change: { readonly filters: SearchFilters }) => string;
}

const FIELDS: readonly (readonly [field: SearchFilter, heading: string])[] = [
  ['kind', 'Kind'],
  ['tag', 'Tag'],
  ['scope', 'Scope'],
  ['license', 'Licence'],
  ['namespace', 'Namespace'],
];
/** Values that are shown at first. */
const FIRST_SHOWN = 7;

/**
 * Renders the facets, closed on a phone; nothing if there is nothing to choose.
 * @param kindHeading - what the kinds are: those of the atoms of a Prime, or of the results
 */
export function renderFacets(list: ListFacets, kindHeading = 'Has atoms of kind'): Html | false {
  const groups = FIELDS.map(([field, heading]) =>
    renderField(list, field, field === 'kind' ? kindHeading : heading),
  );
  if (groups.every((group) => group.text === '')) return false;
  const { facetTotal, isPart } = list;
  return html`<aside class="facets" aria-label="Filters"><a class="skip" href="#results">Skip to the results</a><details><summary>Narrow down</summary>
${groups}${isPart && html`<p class="small faint">Counts of ${formatNumber(facetTotal)} Primes.</p>`}</details></aside>`;
}

function renderField({ filters, facets, at }: ListFacets, field: SearchFilter, heading: string): Html {
  const chosen = filters[field] ?? [];
  const isChosen = (value: string): boolean => chosen.some((other) => isSame(other, value));
  const counted = facets[field].filter(({ value }) => !isChosen(value));
  // Most Primes have their scope as namespace: it says nothing more.
  const said = new Map(field === 'namespace' ? facets.scope.map(({ value, count }) => [value, count]) : []);
  const others = counted.every(({ value }) => said.has(value))
    ? []
    : counted.filter(({ value, count }) => said.get(value) !== count);
  const values = [
    ...chosen.map(
      (value) => facets[field].find((each) => isSame(each.value, value)) ?? { value, count: undefined },
    ),
    ...others,
  ];
  if (values.length === 0) return html``;
  const render = ({ value, count }: { value: string; count: number | undefined }): Html => {
    const kept = chosen.filter((other) => !isSame(other, value));
    const next = { ...filters, [field]: isChosen(value) ? kept : [...kept, value] };
    return html`<li><a rel="nofollow" href="${at({ filters: next })}"${isChosen(value) && html` aria-current="true"`}><span dir="auto">${isChosen(value) && html`<span class="unseen">Remove filter: </span><span aria-hidden="true">✓ </span>`}${value}</span>${count !== undefined && html`<span>${formatNumber(count)}</span>`}</a></li>`;
  };
  const first = values.slice(0, Math.max(FIRST_SHOWN, chosen.length));
  const more = values.slice(first.length);
  return html`<h2>${heading}</h2><ul>${first.map(render)}</ul>${more.length > 0 && html`<details class="more"><summary>${formatNumber(more.length)} more<span class="unseen"> of ${heading}</span></summary><ul>${more.map(render)}</ul></details>`}`;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The chosen filters, each as a link that removes it. */
export function renderChosen({ filters, at }: Pick<ListFacets, 'filters' | 'at'>): Html | false {
  const chosen = FIELDS.flatMap(([field, heading]) =>
    (filters[field] ?? []).map((value) => ({ field, value, name: heading.toLowerCase() })),
  );
  if (chosen.length === 0) return false;
  return html`<ul class="picked" aria-label="Chosen filters">${chosen.map(({ field, value, name }) => {
    const others = (filters[field] ?? []).filter((other) => other !== value);
    return html`<li><a href="${at({ filters: { ...filters, [field]: others } })}"><span class="unseen">Remove filter: </span>${name} <strong dir="auto">${value}</strong> <span aria-hidden="true">×</span></a></li>`;
  })}${chosen.length > 1 && html`<li><a href="${at({ filters: {} })}">Remove all filters</a></li>`}</ul>`;
}
