// All scopes, by name or by their number of versions.
import { ROUTES, scopePagePath } from '@prime-registry/protocol';
import type { ListedScope } from '@prime-registry/store';
import { countOf, dateOf } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { describePart, type ListedPart, renderListEnd, renderPager } from '../parts/pager.ts';
import { renderSorts } from '../parts/sorts.ts';

/** The orders of the list; the first is the default. */
export const SCOPE_ORDERS = ['name', 'versions'] as const;
type ScopeOrder = (typeof SCOPE_ORDERS)[number];

export interface ScopesContents {
  readonly scopes: readonly ListedScope[];
  readonly sort: ScopeOrder;
  readonly part: ListedPart;
}

export function renderScopesPage({ scopes, sort, part }: ScopesContents): string {
  const at = (order: ScopeOrder, offset = 0): string => {
    const query = new URLSearchParams();
    if (order !== 'name') query.set('sort', order);
    if (offset > 0) query.set('offset', String(offset));
    return query.size === 0 ? ROUTES.scopesPage : `${ROUTES.scopesPage}?${query}`;
  };
  const content = html`
<div class="bar"><h1>All scopes</h1><nav class="lists" aria-label="Lists"><a href="${ROUTES.browsePage}">Primes</a><a href="${ROUTES.scopesPage}" aria-current="page">Scopes</a></nav>${renderSorts(SCOPE_ORDERS, sort, at)}</div>
<section aria-label="Scopes" id="results"><div class="counted"><p class="faint" role="status">${describePart(part, 'scope')}</p></div>
${scopes.length === 0 ? html`<div class="empty"><p>No scope is in this list.</p></div>` : html`<ul class="rows">${scopes.map(renderScope)}</ul>`}
${renderListEnd(part, html`A scope is at <code>${scopePagePath('@name')}</code>.`)}${renderPager(part, (offset) => at(sort, offset))}</section>`;
  return layout({
    title: 'All scopes · prime-registry',
    description: 'All scopes of this registry: the owners of its Primes.',
    content,
    place: ROUTES.browsePage,
  });
}

function renderScope({ scope, versions, primes, hasMorePrimes, publishedAtMs }: ListedScope): Html {
  const ofScope = `${hasMorePrimes ? 'more than ' : ''}${countOf(primes, 'Prime')}`;
  return html`
<li><div class="entry"><h2><a href="${scopePagePath(scope)}">${scope}</a></h2>
<ul class="line"><li>${ofScope}</li><li>${countOf(versions, 'version')}</li>${publishedAtMs !== undefined && html`<li>last on ${dateOf(publishedAtMs)}</li>`}</ul></div></li>`;
}
