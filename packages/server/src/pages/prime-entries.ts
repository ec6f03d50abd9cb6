// Primes in a list, as the cards of a catalogue.
import { feedPath, primePagePath, scopePagePath } from '@prime-registry/protocol';
import type { PublishedVersion } from '../store/catalogue-store.ts';
import { countOf, dateOf } from './amounts.ts';
import { type Html, html, renderLine } from './html.ts';

/**
 * Primes with their version, description and facts.
 * @param level - of their headings
 */
export function renderEntries(entries: readonly PublishedVersion[], level: 2 | 3): Html {
  return html`<ul class="entries">${entries.map(
    ({ name, version, description, license, atoms, publishedAtMs }) => html`
<li><div class="entry">${level === 2 ? html`<h2>${nameLink(name)}</h2>` : html`<h3>${nameLink(name)}</h3>`} <code class="faint">${version}</code></div>
<p>${renderLine(cutText(description))}</p>
<ul class="line"><li>${countOf(atoms, 'atom')}</li><li>${license}</li><li>${dateOf(publishedAtMs)}</li></ul></li>`,
  )}</ul>`;
}

/** A link to the page of a Prime, the scope fainter than the name. */
export function nameLink(name: string): Html {
  const slash = name.indexOf('/') + 1;
  return html`<a href="${primePagePath(name)}"><span class="scope">${name.slice(0, slash)}</span>${name.slice(slash)}</a>`;
}

/** A link to the page of a name's scope. */
export function scopeLink(name: string): Html {
  const scope = scopeOf(name);
  return html`<a href="${scopePagePath(scope)}">${scope}</a>`;
}

/** The way to a page about a Prime, or about a version of it. */
export function renderCrumbs(name: string, version?: string): Html {
  const short = name.slice(name.indexOf('/') + 1);
  return html`<nav class="crumbs" aria-label="Where this is">${scopeLink(name)} / <a href="${primePagePath(name)}">${short}</a>${version !== undefined && html` / <a href="${primePagePath(name, version)}">${version}</a>`}</nav>`;
}

/** The scope of a name, with its `@`. */
export function scopeOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

/** What may be followed from the page of a Prime. */
export function feedsOf(name: string) {
  const scope = scopeOf(name);
  return [
    { title: `Versions of ${name}`, path: feedPath(name) },
    { title: `Publishes in ${scope}`, path: feedPath(scope) },
  ];
}

const MAX_SHOWN = 300;

/** The beginning of a long description, to its last whole word. */
export function cutText(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  const cut = text.slice(0, MAX_SHOWN);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SHOWN / 2))}…`;
}
