// A scope: the Primes that its owners publish.
import { feedPath, scopePagePath } from '@prime-registry/protocol';
import type { PublishedVersion, ScopeUsage } from '@prime-registry/store';
import { countOf, formatBytes } from '../parts/amounts.ts';
import { html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { renderEntries } from '../parts/prime-entries.ts';

/** What the page shows. */
export interface ScopeContents {
  readonly scope: string;
  readonly usage: ScopeUsage;
  readonly primes: readonly PublishedVersion[];
  /** The last name on the page, if there are more; undefined on the last page. */
  readonly next: string | undefined;
}

/** Renders the page of a scope. */
export function renderScopePage({ scope, usage, primes, next }: ScopeContents): string {
  const content = html`
<p class="crumbs">Scope</p>
<div class="title"><h1>${scope}</h1></div>
<ul class="line">${usage.versions > 0 ? html`<li>${countOf(usage.versions, 'version')}</li><li>${formatBytes(usage.sizeBytes)} of tarballs</li>` : html`<li>Pulled from other registries</li>`}<li><a href="${feedPath(scope)}">Feed</a></li></ul>
${
  primes.length === 0
    ? html`<div class="empty"><p>${usage.versions === 0 ? 'Nothing has been published in this scope.' : 'No more Primes: all other versions are yanked.'}</p></div>`
    : renderEntries(primes, 2)
}
${next !== undefined && html`<nav class="pages" aria-label="Pages"><span></span><a href="${scopePagePath(scope)}?${String(new URLSearchParams({ after: next }))}">More Primes</a></nav>`}`;
  return layout({
    title: `${scope} · prime-registry`,
    content,
    searched: '',
    feeds: [{ title: `Publishes in ${scope}`, path: feedPath(scope) }],
  });
}
