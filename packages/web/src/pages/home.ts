// The home page: what the registry is, a search field, and the latest versions.
import { browsePath, feedPath, ROUTES, scopeOf, scopePagePath } from '@prime-registry/protocol';
import type { ListedPrime, PublishedVersion, RegistryAmounts } from '@prime-registry/store';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, searchField, THIS_ADDRESS } from '../parts/layout.ts';
import { nameLink, renderEntries } from '../parts/prime/prime-entries.ts';
import type { PublishedStep } from '../parts/prime/step.ts';

export interface HomeContents {
  readonly amounts: RegistryAmounts;
  /** Each Prime once. */
  readonly recent: readonly PublishedVersion[];
  /** What each of them changed. */
  readonly steps: readonly (PublishedStep | undefined)[];
  /** Most downloads first. */
  readonly mostDownloaded: readonly ListedPrime[];
}

/** Renders the home page; without contents if the registry is private and the visitor may not read. */
export function renderHome(contents: HomeContents | undefined): string {
  const content = html`
<section class="hero">${contents !== undefined && CONSTELLATION}
<h1>Knowledge, <em>packaged</em> and linked.</h1>
<p class="lede">A Prime is a versioned package of knowledge for AI agents, made of small typed atoms with edges between them.
Look inside before you install.</p>
${contents === undefined ? PRIVATE : html`${searchField('', 'Search Primes and atoms')}${renderAmounts(contents.amounts)}`}
</section>
<div class="split">
${contents !== undefined && renderRecent(contents)}
<div>${contents !== undefined && renderMostDownloaded(contents.mostDownloaded)}
<section aria-labelledby="begin"><div class="heading"><h2 id="begin">Get started</h2></div>
<div class="begin">
<h3>Install a Prime</h3>
<pre tabindex="0">prime install @scope/name</pre>
<h3>Publish a Prime</h3>
<pre tabindex="0">prime login ${THIS_ADDRESS}
prime publish my-prime</pre>
<p class="small"><a href="${ROUTES.publishingPage}">How to publish</a></p>
<h3>Use the API</h3>
<pre tabindex="0">GET ${ROUTES.search}?q=caching
GET /pack/%40acme%2Fweb-style</pre>
<p class="small"><a href="${ROUTES.apiReference}">All endpoints</a></p>
</div></section></div>
</div>`;
  return layout({
    title: 'prime-registry',
    description: 'A registry of Primes: versioned packages of knowledge for AI agents.',
    content,
    searched: false,
    feeds: [{ title: 'Published versions', path: feedPath() }],
  });
}

/** A small graph as decoration. */
const CONSTELLATION = html`<svg class="sky" viewBox="0 0 400 320" aria-hidden="true"><path d="M200 150 110 90M200 150 290 80M200 150 250 240M200 150 120 225M110 90 50 130M110 90 95 30M290 80 350 45M290 80 355 130M250 240 330 265M250 240 215 300M120 225 45 250M120 225 250 240M290 80 210 35M95 30 210 35M355 130 330 265M45 250 50 130"/><g class="k1"><rect x="190" y="140" width="20" height="20"/><rect x="283" y="73" width="14" height="14"/></g><g class="k0"><circle cx="110" cy="90" r="9"/><circle cx="250" cy="240" r="10"/><circle cx="50" cy="130" r="6"/><circle cx="350" cy="45" r="6"/><circle cx="330" cy="265" r="7"/></g><g class="k3"><path d="M120 214l11 19h-22zM210 28l8 14h-16zM45 243l8 14h-16z"/></g><g class="k2"><path d="M355 121l9 9-9 9-9-9zM95 22l8 8-8 8-8-8z"/></g><g class="k4"><circle cx="215" cy="300" r="6"/></g></svg>`;

const PRIVATE = html`<div class="note"><p><strong>This registry is private.</strong> Reads need a token, too: ask the operator for one, and
use it with <code>prime login</code>. A browser cannot send it, so the pages of Primes are only visible through a proxy of
the operator.</p></div>`;

function renderAmounts({ primes, versions, scopes }: RegistryAmounts): Html {
  const amount = (value: number, one: string, path: string): Html =>
    html`<div><dt>${value === 1 ? one : `${one}s`}</dt><dd><a href="${path}">${formatNumber(value)}<span class="unseen"> ${value === 1 ? one : `${one}s`}</span></a></dd></div>`;
  return html`<dl class="numbers">${[
    amount(primes, 'Prime', browsePath()),
    amount(versions, 'version', browsePath({ sort: 'newest' })),
    amount(scopes, 'scope', ROUTES.scopesPage),
  ]}</dl>`;
}

function renderMostDownloaded(primes: readonly ListedPrime[]): Html | false {
  if (primes.length === 0) return false;
  return html`<section class="most" aria-labelledby="most"><div class="heading"><h2 id="most">Most downloaded</h2><a href="${browsePath({ sort: 'downloads' })}">All</a></div>
<ol>${primes.map(({ name, downloads }) => html`<li>${nameLink(name)} <span class="faint small">${countOf(downloads, 'download')}</span></li>`)}</ol></section>`;
}

function renderRecent({ recent, steps }: HomeContents): Html {
  const scopes = [...new Set(recent.map(({ name }) => scopeOf(name)))].slice(0, 6);
  return html`<section aria-labelledby="recent"><div class="heading"><h2 id="recent">Latest versions</h2><span><a href="${browsePath({ sort: 'newest' })}">All</a> · <a href="${ROUTES.feed}">Feed</a></span></div>
${
  recent.length === 0
    ? html`<div class="empty"><p>Nothing has been published yet. <a href="${ROUTES.publishingPage}">Publish the first Prime.</a></p></div>`
    : renderEntries(recent, steps)
}
${scopes.length > 0 && html`<p class="small faint">Scopes: ${scopes.map((scope) => html` <a href="${scopePagePath(scope)}">${scope}</a>`)}</p>`}
</section>`;
}
