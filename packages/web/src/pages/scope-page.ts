// A scope: the Primes that its owners publish.
import { browsePath, feedPath, ROUTES, scopePagePath, signersPath } from '@prime-registry/protocol';
import type { PrimeCount, PublishedVersion, ScopeSigning, ScopeUsage } from '@prime-registry/store';
import { countOf, dateOf, formatBytes, formatNumber } from '../parts/amounts.ts';
import { type Fact, renderFacts } from '../parts/fact.ts';
import { type Html, html } from '../parts/html.ts';
import { LENS, layout } from '../parts/layout.ts';
import { renderEntries } from '../parts/prime/prime-entries.ts';

export interface ScopeContents {
  readonly scope: string;
  readonly usage: ScopeUsage;
  /** The number of its Primes. */
  readonly count: PrimeCount;
  readonly primes: readonly PublishedVersion[];
  /** The last name on the page, if there are more; undefined on the last page. */
  readonly next: string | undefined;
  /** Whether the page is the first one. */
  readonly isFirst: boolean;
  /** Its newest version; undefined if every version is yanked. */
  readonly newest: PublishedVersion | undefined;
  /** The keys of its authors. */
  readonly signing: ScopeSigning;
}

/** Principals of keys that are named. */
const MAX_PRINCIPALS = 12;

export function renderScopePage(contents: ScopeContents): string {
  const { scope, usage, count, primes, next, isFirst } = contents;
  const content = html`
<p class="crumbs">Scope</p>
<div class="title"><h1>${scope}</h1><span class="faint">${countPrimes(count)}${usage.versions > 0 && html`, ${countOf(usage.versions, 'version')}`}</span></div>
<div class="split">
<section aria-labelledby="primes"><div class="heading"><h2 id="primes">Primes</h2><a href="${feedPath(scope)}">Feed</a></div>
<ul class="line sorted"><li>By name</li><li><a href="${browsePath({ scope, sort: 'newest' })}">Newest first</a></li><li><a href="${browsePath({ scope, sort: 'downloads' })}">Most downloaded first</a></li></ul>
${
  primes.length === 0
    ? html`<div class="empty"><p>${usage.versions === 0 ? 'Nothing has been published in this scope.' : 'No more Primes: all other versions are yanked.'}</p></div>`
    : renderEntries(primes)
}
${(next !== undefined || !isFirst) && html`<nav class="pages" aria-label="Pages"><span>${!isFirst && html`<a href="${scopePagePath(scope)}">First Primes</a>`}</span><span>${next !== undefined && html`<a href="${scopePagePath(scope)}?${String(new URLSearchParams({ after: next }))}">More Primes</a>`}</span></nav>`}</section>
<aside aria-label="Facts">
<section class="panel" aria-labelledby="search"><h2 id="search">Find in ${scope}</h2><search><form class="seek" action="${ROUTES.findPage}"><input type="hidden" name="scope" value="${scope}"><input type="search" name="q" aria-label="Find in ${scope}" maxlength="256" autocomplete="off" spellcheck="false" required><button type="submit" aria-label="Find">${LENS}</button></form></search></section>
<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2>${renderFacts(listFacts(contents))}</section>
</aside>
</div>`;
  return layout({
    title: `${scope} · prime-registry`,
    description: `${countPrimes(count)} that the owners of ${scope} publish.`,
    content,
    feeds: [{ title: `Publishes in ${scope}`, path: feedPath(scope) }],
  });
}

function countPrimes({ primes, isMore }: PrimeCount): string {
  return isMore ? `more than ${formatNumber(primes)} Primes` : countOf(primes, 'Prime');
}

/** Without the numbers that are beside the heading. */
function listFacts({ scope, usage, newest, signing }: ScopeContents): (Fact | false)[] {
  return [
    usage.versions === 0 && { term: 'Versions', value: 'pulled from other registries' },
    usage.versions > 0 && { term: 'Size of all', value: formatBytes(usage.sizeBytes) },
    newest !== undefined && { term: 'Newest version', value: dateOf(newest.publishedAtMs) },
    ...listSigners(scope, signing),
  ];
}

/** Who signs for the scope, as far as its owners have told. */
function listSigners(scope: string, { requiresSignature, signers }: ScopeSigning): Fact[] {
  const active = signers.filter(({ untilIndex }) => untilIndex === undefined);
  if (active.length === 0 && !requiresSignature) return [];
  const names = [...new Set(active.flatMap(({ principal }) => principal ?? []))];
  const more = names.length - MAX_PRINCIPALS;
  const value: Html = html`${names.slice(0, MAX_PRINCIPALS).map((name) => html`${name}<br>`)}${more > 0 && html`and ${more} more<br>`}<a href="${signersPath(scope)}">${countOf(active.length, 'key')}</a>${requiresSignature && ', and every version must be signed'}`;
  return [{ term: 'Signs', value, isWhole: true }];
}
