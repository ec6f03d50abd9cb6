// The frame of every page: nothing loaded from other sites, readable on a phone and in dark mode, usable
// without a script.
import { ROUTES } from '@prime-registry/protocol';
import { ASSETS } from '../assets.ts';
import { type Html, html } from './html.ts';

/** A page in its frame. */
export interface Page {
  readonly title: string;
  /** For search engines and previews. */
  readonly description?: string | undefined;
  readonly content: Html;
  /** The text in the search field; undefined if the page has a search field of its own. */
  readonly searched?: string | undefined;
  /** The active entry of the navigation. */
  readonly place?: string;
  /** Path of the same as Markdown. */
  readonly document?: string | undefined;
  /** Feeds of this page. */
  readonly feeds?: readonly { readonly title: string; readonly path: string }[];
  /** Paths of scripts in addition to the script of all pages. */
  readonly scripts?: readonly string[];
}

const MARK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 18 11 6l8 7L6 18" fill="none" stroke="currentColor" stroke-width="1.600"/><g fill="currentColor"><circle cx="11" cy="6" r="4"/><circle cx="19" cy="13" r="2.600"/><circle cx="6" cy="18" r="3.200"/></g></svg>`;
const LENS = html`<svg viewBox="0 0 20 20" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2"><circle cx="8.500" cy="8.500" r="5.500"/><path d="m13 13 5 5"/></g></svg>`;

/** A search field. */
export function searchField(text: string, hint: string): Html {
  return html`<search><form class="seek" action="${ROUTES.findPage}"><input type="search" name="q" value="${text}" placeholder="${hint}" aria-label="Search Primes" maxlength="256" autocomplete="off" spellcheck="false" required><button aria-label="Search">${LENS}</button></form></search>`;
}

/** A whole page. */
export function layout(page: Page): string {
  const { title, description, content, searched, place, document, feeds = [], scripts = [] } = page;
  const link = (path: string, text: string): Html =>
    html`<a href="${path}"${path === place && html` aria-current="page"`}>${text}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">\n`}<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${ASSETS.style}">
<link rel="icon" type="image/svg+xml" href="${ASSETS.icon}">
${document !== undefined && html`<link rel="alternate" type="text/markdown" title="Markdown" href="${document}">\n`}${feeds.map((feed) => html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}">\n`)}<script type="module" src="${ASSETS.page}"></script>
${scripts.map((path) => html`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="frame">
<a class="mark" href="${ROUTES.home}">${MARK}prime-registry</a>
${searched !== undefined && searchField(searched, 'Search Primes')}
<nav aria-label="Site">${link(ROUTES.browsePage, 'Browse')}${link(ROUTES.publishingPage, 'Publish')}${link(ROUTES.apiReference, 'API')}</nav>
</div></header>
<main class="frame" id="content">
${content}
</main>
<footer class="bottom"><div class="frame">
<p>A registry of Primes, packages of knowledge.</p>
<a href="${ROUTES.feed}">Feed</a> <a href="${ROUTES.openApi}">OpenAPI</a> <a href="${ROUTES.apiReference}">API reference</a>
</div></footer>
</body>
</html>
`.text;
}
