// The frame of every page: nothing loaded from other sites, readable on a phone and in dark mode, usable
// without a script.
import { escapeHidden, ROUTES } from '@prime-registry/protocol';
import { ASSETS } from '../assets.ts';
import { DEFAULT_NAME } from '../site/site-settings.ts';
import { FILES, headSlot, LINKS, MARK, NAME } from '../site/slots.ts';
import { type Html, html } from './html.ts';

export interface Page {
  /** Without the name of the registry, which follows it. */
  readonly title: string;
  /** For search engines and previews; without it, they get a sentence made of the title. */
  readonly description?: string | undefined;
  /** The path of the page that has the same content for search engines, such as that of the latest version. */
  readonly canonical?: string | undefined;
  /** The path of a picture of 1200 by 630 pixels for previews. */
  readonly picture?: string | undefined;
  /** Whether search engines may list it; by default they may, unless its path is one of the endless ones. */
  readonly isIndexed?: boolean;
  readonly content: Html;
  /** The text in the search field, by default none; false if there is no field, or the page has one of its own. */
  readonly searched?: string | false;
  /** The active entry of the navigation. */
  readonly place?: string;
  /** Path of the same as Markdown. */
  readonly document?: string | undefined;
  /** Feeds of this page. */
  readonly feeds?: readonly { readonly title: string; readonly path: string }[];
  /** Paths of scripts in addition to the script of all pages. */
  readonly scripts?: readonly string[];
}

/** The mark of buttons that search. */
export const LENS = html`<svg viewBox="0 0 20 20" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2"><circle cx="8.500" cy="8.500" r="5.500"/><path d="m13 13 5 5"/></g></svg>`;

export function searchField(text: string, hint: string): Html {
  return html`<search><form class="seek" action="${ROUTES.findPage}"><input type="search" name="q" value="${text}" placeholder="${hint}" aria-label="Search Primes" maxlength="256" autocomplete="off" spellcheck="false" required><kbd aria-hidden="true">/</kbd><button type="submit" aria-label="Search">${LENS}</button></form></search>`;
}

/** Stands for the address of the registry, which a script knows. */
export const THIS_ADDRESS = html`<em data-origin>this address</em>`;

/** The longest title of a page without the name of the registry, and the longest description, in characters. */
const MAX_TITLE = 50;
const MAX_DESCRIPTION = 200;

const ABOUT = 'Primes are versioned packages of knowledge for AI agents.';

/** A whole page, whose slots the registry that sends it fills: see {@link Site}. */
export function layout(page: Page): string {
  const { content, searched = '', place, document, feeds = [], scripts = [] } = page;
  const { canonical = '', picture = '', isIndexed = true } = page;
  const title = cutLine(page.title.replace(SUFFIX, ''), MAX_TITLE);
  const description = cutLine(page.description ?? '', MAX_DESCRIPTION) || `${title || 'Primes'}. ${ABOUT}`;
  const link = (path: string, text: string): Html =>
    html`<a href="${path}"${path === place && html` aria-current="page"`}>${text}</a>`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title !== '' && `${title} · `}${NAME}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${NAME}">
<meta property="og:title" content="${title === '' ? NAME : title}">
<meta property="og:description" content="${description}">
${headSlot(canonical, picture, isIndexed)}
${FILES}
${document !== undefined && html`<link rel="alternate" type="text/markdown" title="Markdown" href="${document}">\n`}${feeds.map((feed) => html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}">\n`)}<script type="module" src="${ASSETS.page}"></script>
${scripts.map((path) => html`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="frame">
<a class="mark" href="${ROUTES.home}">${MARK}${NAME}</a>
${searched !== false && searchField(searched, 'Search Primes')}
<nav aria-label="Site">${link(ROUTES.browsePage, 'Browse')}${link(ROUTES.publishingPage, 'Publish')}${link(ROUTES.apiReference, 'API')}</nav>
</div></header>
<main class="frame" id="content">
${content}
</main>
<footer class="bottom"><div class="frame">
<p>A registry of Primes, packages of knowledge.</p>
<a href="${ROUTES.feed}">Feed</a> <a href="${ROUTES.openApi}">OpenAPI</a> <a href="${ROUTES.apiReference}">API reference</a>${LINKS}
</div></footer>
</body>
</html>
`.text;
}

/** Older titles end with the name of the product. */
const SUFFIX = new RegExp(`(?:^| · )${DEFAULT_NAME}$`);

/** A text on one line, with what is hidden in it shown, and not too long. */
function cutLine(text: string, maxLength: number): string {
  const line = escapeHidden(
    text
      .slice(0, 2 * maxLength)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  // At the end of a word, but not far before; and not between the two halves of a surrogate pair.
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}
