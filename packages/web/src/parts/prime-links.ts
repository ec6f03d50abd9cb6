// The Primes that edges of a Prime lead to, and come from.
import type { LinkedPrime, PrimeLinks } from '@prime-registry/store';
import { type Html, html } from './html.ts';
import { nameLink } from './prime-entries.ts';

/** Renders both directions; nothing if there are no edges to or from other Primes. */
export function renderPrimeLinks({ leadsTo, ledFrom }: PrimeLinks): Html | false {
  if (leadsTo.length + ledFrom.length === 0) return false;
  return html`<section aria-labelledby="links"><h2 id="links">Edges to other Primes</h2>
${renderList('Its edges lead to', leadsTo)}${renderList('Edges lead here from', ledFrom)}</section>`;
}

function renderList(heading: string, primes: readonly LinkedPrime[]): Html | false {
  if (primes.length === 0) return false;
  return html`<h3>${heading}</h3><ul class="edges">${primes.map(({ name, version }) => html`<li>${nameLink(name)} <code class="faint">${version}</code></li>`)}</ul>`;
}
