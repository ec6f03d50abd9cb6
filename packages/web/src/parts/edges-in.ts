// The edges that lead to an atom from other Primes, one page of them.
import type { TextLevel } from '@prime-registry/atoms';
import { atomPagePath, formatEdgePlace } from '@prime-registry/protocol';
import type { EdgesIn } from '@prime-registry/store';
import { type Html, html } from './html.ts';
import { renderKind } from './kinds.ts';
import { joinSome, nameLink } from './prime-entries.ts';

/** Renders the page of edges; nothing if there are none. */
export function renderEdgesIn({ edges, next }: EdgesIn, level: TextLevel): Html | false {
  if (edges.length === 0) return false;
  return html`<h3 id="edges-in">From other Primes</h3><ul class="edges">${edges.map(
    ({ verbs, from, kind, name, version }) =>
      html`<li><a href="${atomPagePath(name, version, from)}">${from}</a> ${renderKind(kind)} <code>${joinSome(verbs)}</code> <span class="faint">in</span> ${nameLink(name)}</li>`,
  )}</ul>${next !== undefined && html`<p class="small"><a href="?${String(new URLSearchParams({ text: level, after: formatEdgePlace(next) }))}#edges-in">More edges from other Primes</a></p>`}`;
}
