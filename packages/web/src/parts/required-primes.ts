// What a version requires, and which Primes require its Prime.

import { sourceManifestPath } from '@prime-registry/protocol';
import type { RequiringPrime, VersionRecord } from '@prime-registry/store';
import { countOf } from './amounts.ts';
import { type Html, html } from './html.ts';
import { nameLink } from './prime-entries.ts';

/** Primes that are shown of those that a version requires, and of those that require a Prime. */
export const MAX_REQUIRING = 50;

/** The Primes that a version requires, if there are any. They may be in other registries. */
export function renderRequired({ name: own, version, requires = {} }: VersionRecord): Html | false {
  const required = Object.entries(requires);
  if (required.length === 0) return false;
  return html`<section aria-labelledby="requires"><h2 id="requires">Requires</h2>
<ul class="required">${required.slice(0, MAX_REQUIRING).map(([name, range]) => html`<li>${nameLink(name)} <code>${range}</code></li>`)}</ul>
${required.length > MAX_REQUIRING && html`<p class="small faint">And ${required.length - MAX_REQUIRING} more: see its <a href="${sourceManifestPath(own, version)}">pack.yaml</a>.</p>`}</section>`;
}

/**
 * The Primes of this registry whose latest version requires a Prime, if there are any.
 * @param requiring - if there are more than MAX_REQUIRING, the page says so
 */
export function renderRequiring(requiring: readonly RequiringPrime[]): Html | false {
  if (requiring.length === 0) return false;
  const shown = requiring.slice(0, MAX_REQUIRING);
  return html`<section aria-labelledby="required-by"><h2 id="required-by">Required by</h2>
<ul class="required">${shown.map(({ name, range }) => html`<li>${nameLink(name)} <code>${range}</code></li>`)}</ul>
${requiring.length > MAX_REQUIRING && html`<p class="small faint">These are the first ${countOf(MAX_REQUIRING, 'Prime')} by name; there are more.</p>`}</section>`;
}
