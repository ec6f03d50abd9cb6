// A list of Primes, as cards.
import { diffPagePath, feedPath, primePagePath, scopeOf, scopePagePath } from '@prime-registry/protocol';
import type { PublishedVersion } from '@prime-registry/store';
import { countOf, dateOf } from '../amounts.ts';
import { ofText } from '../authors-text.ts';
import { type Html, html, renderLine } from '../html.ts';
import { describeStep, type PublishedStep, renderStep } from './step.ts';

/** @param steps - what each version changed, in the same order; undefined for the first version of a Prime */
export function renderEntries(
  entries: readonly PublishedVersion[],
  steps: readonly (PublishedStep | undefined)[] = [],
): Html {
  return html`<ul class="entries">${entries.map(
    ({ name, version, description, license, atoms, publishedAtMs, deprecated }, index) => html`
<li><div class="entry"><h3>${nameLink(name)}</h3> <code class="faint">${version}</code>${deprecated && DEPRECATED}</div>
<p${ofText(description)}>${renderLine(cutText(description))}</p>
<ul class="line"><li>${countOf(atoms, 'atom')}</li><li>${license}</li><li>${dateOf(publishedAtMs)}</li>${renderChange(name, version, steps[index])}</ul></li>`,
  )}</ul>`;
}

/** A link to what a version changed. */
function renderChange(name: string, version: string, published: PublishedStep | undefined): Html | false {
  if (published?.step === undefined) return false;
  const { before, step } = published;
  return html`<li><a href="${diffPagePath(name, before, version)}">${renderStep(step)}<span class="unseen"> changes from ${before} to ${version} of ${name}: ${describeStep(step)}</span></a></li>`;
}

/** The mark of a deprecated version. */
export const DEPRECATED = html`<span class="tag deprecated">deprecated</span>`;

/** A link to the page of a Prime; the scope is dimmed. */
export function nameLink(name: string): Html {
  return html`<a href="${primePagePath(name)}"><span class="scope">${scopeOf(name)}/</span>${shortOf(name)}</a>`;
}

/** A link to the page of a name's scope. */
export function scopeLink(name: string): Html {
  const scope = scopeOf(name);
  return html`<a href="${scopePagePath(scope)}">${scope}</a>`;
}

/** A link to another registry, by its base URL. */
export function originLink(origin: string): Html {
  return html`<a href="${origin}/">${origin.replace(/^https?:\/\//, '')}</a>`;
}

/** The breadcrumbs of a page about a Prime, or about a version. */
export function renderCrumbs(name: string, version?: string): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumbs">${scopeLink(name)} / <a href="${primePagePath(name)}">${shortOf(name)}</a>${version !== undefined && html` / <a href="${primePagePath(name, version)}">${version}</a>`}</nav>`;
}

/** The name of a Prime, or of an atom, without its scope. */
export function shortOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Feeds for the page of a Prime. */
export function feedsOf(name: string) {
  const scope = scopeOf(name);
  return [
    { title: `Versions of ${name}`, path: feedPath(name) },
    { title: `Publishes in ${scope}`, path: feedPath(scope) },
  ];
}

/** Cuts a long text after a whole word. */
export function cutText(text: string, maxLength = 300): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const end = Math.max(cut.lastIndexOf(' '), maxLength / 2);
  // Not between the two halves of a surrogate pair.
  return `${cut.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}

const MAX_JOINED = 12;

/** The first of many words, with commas. */
export function joinSome(words: readonly string[]): string {
  return [...words.slice(0, MAX_JOINED), ...(words.length > MAX_JOINED ? ['…'] : [])].join(', ');
}
