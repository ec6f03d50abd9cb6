// All Primes, in an order, narrowed down by filters.
import {
  type BrowseQuery,
  PRIME_ORDERS,
  type PrimeOrder,
  ROUTES,
  type SearchFilters,
} from '@prime-registry/protocol';
import type { BrowseFindings } from '@prime-registry/store';
import { renderChosen, renderFacets } from '../parts/facets.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { listAddress } from '../parts/list-address.ts';
import { describePart, renderListEnd, renderPager } from '../parts/pager.ts';
import { renderRows } from '../parts/prime/prime-rows.ts';
import { renderSorts } from '../parts/sorts.ts';

export interface BrowseContents {
  readonly query: BrowseQuery;
  readonly limit: number;
  readonly findings: BrowseFindings;
}

export function renderBrowsePage({ query, limit, findings }: BrowseContents): string {
  const { sort, filters, from, offset } = query;
  const { primes, total, isMore, isCut, facets, facetTotal } = findings;
  const part = { offset, limit, shown: primes.length, total, isMore };
  const at = (change: object): string => listAddress({ sort, filters, from, ...change });
  const list = { filters, facets, facetTotal, isPart: total === undefined || facetTotal < total, at };
  const status = `${describePart(part, 'Prime')}${from === '' ? '' : `, from ${from} on`}`;
  return renderFrame(html`
<div class="bar"><h1>All Primes</h1>${TABS}${renderSorts(PRIME_ORDERS, sort, (other) => at({ sort: other, from: other === 'name' ? from : '' }))}</div>
<div class="finding">
${renderFacets(list)}
<section aria-label="Primes" id="results"><div class="counted"><p class="faint" role="status">${status}</p>${renderChosen(list)}</div>
${primes.length === 0 ? NOTHING : renderRows(primes.map((prime) => ({ prime })))}
${isCut && html`<p class="note" role="note">So many Primes pass these filters that this list ends here. Choose another filter${sort === 'name' && ', or the first name to show'}.</p>`}
${renderListEnd(part, renderWayOn(sort, primes.at(-1)?.name, at))}${renderPager(part, (offsetOfPart) => at({ offset: offsetOfPart }))}
${sort === 'name' && renderJump(filters, from)}</section>
</div>`);
}

/** Renders the page without a list, and the reason. */
export function renderBrowseProblem(problem: string): string {
  return renderFrame(html`<div class="title"><h1>All Primes</h1></div>
<p class="empty">${problem} <a href="${ROUTES.browsePage}">Show all Primes.</a></p>`);
}

function renderFrame(content: Html): string {
  return layout({
    title: 'All Primes · prime-registry',
    description: 'All Primes of this registry, by name, date or downloads.',
    content,
    place: ROUTES.browsePage,
  });
}

const TABS = html`<nav class="lists" aria-label="Lists"><a href="${ROUTES.browsePage}" aria-current="page">Primes</a><a href="${ROUTES.scopesPage}">Scopes</a></nav>`;

const NOTHING = html`<div class="empty"><p>No Prime is in this list. Remove a filter, or <a href="${ROUTES.browsePage}">show all Primes</a>.</p></div>`;

/** The list of names goes on from any name; other orders have no such place. */
function renderWayOn(sort: PrimeOrder, last: string | undefined, at: (change: object) => string): Html {
  return sort === 'name' && last !== undefined
    ? html`<a href="${at({ from: last })}">Go on from ${last}.</a>`
    : html`Choose a filter, or <a href="${at({ sort: 'name' })}">sort by name</a>.`;
}

/** A form that starts the list at a name. */
function renderJump(filters: SearchFilters, from: string): Html {
  const kept = Object.entries(filters).flatMap(([field, values]) =>
    values.map((value) => html`<input type="hidden" name="${field}" value="${value}">`),
  );
  return html`<form class="jump" action="${ROUTES.browsePage}"><label>First name to show <input type="text" name="from" value="${from}" maxlength="256" placeholder="@scope/name" autocomplete="off" spellcheck="false"></label>${kept}<button type="submit" class="plain">Show</button></form>`;
}
