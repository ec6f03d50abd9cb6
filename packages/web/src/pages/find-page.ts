// Search results, the matching atoms, and filters.
import {
  atomPagePath,
  findPagePath,
  ROUTES,
  SEARCH_LIMITS,
  type SearchFilter,
  type SearchFilters,
} from '@prime-registry/protocol';
import type { FacetValue, NameStanding, RichFindings, RichHit, TextSegment } from '@prime-registry/store';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type ElsewhereFindings, renderElsewhere } from '../parts/elsewhere.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { renderKind } from '../parts/kinds.ts';
import { layout, searchField } from '../parts/layout.ts';
import { cutText, DEPRECATED, nameLink, originLink, shortOf } from '../parts/prime-entries.ts';

/** What the page shows. */
export interface FindContents {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly offset: number;
  readonly limit: number;
  readonly findings: RichFindings;
  /** The upstream of each Prime, in a mirror. */
  readonly standings?: ReadonlyMap<string, NameStanding> | undefined;
  /** What the upstreams found, if they were asked. */
  readonly elsewhere?: ElsewhereFindings | undefined;
}

const FACETS: readonly (readonly [field: SearchFilter, heading: string])[] = [
  ['kind', 'Kind of atom'],
  ['scope', 'Scope'],
  ['license', 'Licence'],
  ['namespace', 'Namespace'],
];

/** Renders the results. */
export function renderFindPage(contents: FindContents): string {
  const { text, findings, offset, standings, elsewhere } = contents;
  const { hits, total, corrected } = findings;
  return renderFrame(
    text,
    html`${corrected.length > 0 && html`<p class="note" role="note">Few results for ${corrected.map(({ from }) => html`<em>${from}</em> `)}as typed, so these are also for${corrected.map(({ to }) => html` <strong>${to}</strong>`)}.</p>`}
<div class="split">
<div><section aria-label="Results"><p class="faint" role="status">${countOf(total, 'Prime')} ${total === 1 ? 'matches' : 'match'}${offset > 0 && `, from number ${formatNumber(offset + 1)} on`}</p>
${total === 0 && ((elsewhere?.hits.length ?? 0) > 0 ? NOTHING_HERE : NOTHING)}
<ul class="entries">${hits.map((hit) => renderHit(hit, standings?.get(hit.name)?.origin))}</ul>
${renderPaging(contents)}</section>
${elsewhere !== undefined && renderElsewhere(elsewhere)}</div>
${renderFacets(contents)}
</div>`,
  );
}

/** Renders the page without results, and the reason. */
export function renderFindProblem(text: string, problem: string): string {
  return renderFrame(text, html`<p class="empty">${problem}</p>`);
}

const NOTHING = html`<div class="empty"><p>No Prime matches all of these words. Try fewer or other words, or remove a filter.</p></div>`;

const NOTHING_HERE = html`<div class="empty"><p>No Prime of this registry matches all of these words.</p></div>`;

function renderFrame(text: string, found: Html): string {
  const content = html`
<div class="title"><h1>${text === '' ? 'Search' : html`Search: ${text}`}</h1></div>
<div class="again">${searchField(text, 'Search names, descriptions, READMEs and atoms')}</div>
${found}`;
  return layout({ title: text === '' ? 'Search' : `${text} · search`, content });
}

function renderHit(
  { name, version, description, license, highlights, atoms, atomTotal, deprecated }: RichHit,
  origin: string | undefined,
): Html {
  const inDescription = highlights.find(({ field }) => field === 'description');
  const inReadme = highlights.find(({ field }) => field === 'readme');
  return html`<li><div class="entry"><h2>${nameLink(name)}</h2> <code class="faint">${version}</code>${deprecated && DEPRECATED}</div>
<p>${inDescription === undefined ? renderLine(cutText(description)) : renderSegments(inDescription.segments)}</p>
${inReadme !== undefined && html`<p class="small faint">README: ${renderSegments(inReadme.segments)}</p>`}
${
  atoms.length > 0 &&
  html`<ul class="matches">${atoms.map(
    (atom) =>
      html`<li>${renderKind(atom.kind)} <a href="${atomPagePath(name, version, atom.id)}">${shortOf(atom.id)}</a><p>${renderSegments(atom.snippet)}</p></li>`,
  )}${atomTotal > atoms.length && html`<li class="faint">and ${countOf(atomTotal - atoms.length, 'more atom')}</li>`}</ul>`
}
<ul class="line"><li>${license}</li>${origin !== undefined && html`<li>from ${originLink(origin)}</li>`}</ul></li>`;
}

function renderSegments(segments: readonly TextSegment[]): Html {
  return html`${segments.map(({ text, match }) => (match ? html`<mark>${text}</mark>` : html`${text}`))}`;
}

/** The URL of the same search with other filters. */
function addressOf(text: string, filters: SearchFilters, offset = 0): string {
  const query = new URLSearchParams({ q: text });
  for (const [field] of FACETS) for (const value of filters[field] ?? []) query.append(field, value);
  if (offset > 0) query.set('offset', String(offset));
  return `${ROUTES.findPage}?${query}`;
}

function renderFacets({ text, filters, findings }: FindContents): Html {
  const { facets, facetTotal, total } = findings;
  const groups = FACETS.map(([field, heading]) => {
    const chosen = filters[field] ?? [];
    const counted = facets[field].filter(({ value }) => !chosen.includes(value)).slice(0, MAX_VALUES);
    const values = [...chosen.map((value) => findCount(facets[field], value)), ...counted];
    if (values.length === 0) return html``;
    return html`<h3>${heading}</h3><ul>${values.map(({ value, count }) => {
      const isChosen = chosen.includes(value);
      const others = chosen.filter((other) => other !== value);
      const next = { ...filters, [field]: isChosen ? others : [...others, value] };
      return html`<li><a href="${addressOf(text, next)}"${isChosen && html` aria-current="true"`}><span>${isChosen && html`<span class="unseen">Remove filter: </span>`}${value}</span><span>${formatNumber(count)}</span></a></li>`;
    })}</ul>`;
  });
  if (groups.every((group) => group.text === '')) return html``;
  const isChosen = FACETS.some(([field]) => (filters[field] ?? []).length > 0);
  return html`<aside class="facets" aria-label="Filters"><details open><summary>Filters</summary>
${isChosen && html`<p class="small"><a href="${findPagePath(text)}">Remove all filters</a></p>`}${groups}
${facetTotal < total && html`<p class="small faint">Counts of the best ${formatNumber(facetTotal)} results.</p>`}</details></aside>`;
}

const MAX_VALUES = 10;

function findCount(values: readonly FacetValue[], value: string): FacetValue {
  return values.find((each) => each.value === value) ?? { value, count: 0 };
}

function renderPaging({ text, filters, offset, limit, findings }: FindContents): Html | false {
  const { hits, total } = findings;
  const isMore = offset + hits.length < total && offset + limit <= SEARCH_LIMITS.offset.maximum;
  if (offset === 0 && !isMore) return false;
  const at = (from: number): string => addressOf(text, filters, from);
  return html`<nav class="pages" aria-label="Pages"><span>${offset > 0 && html`<a rel="prev" href="${at(Math.max(0, offset - limit))}">Previous</a>`}</span><span>${isMore && html`<a rel="next" href="${at(offset + limit)}">Next</a>`}</span></nav>`;
}
