// The edges that lead to an atom from other Primes, one page of them.
import { atomPagePath, formatEdgePlace } from '@prime-registry/protocol';
import type { EdgesIn } from '@prime-registry/store';
import { type Html, html } from '../html.ts';
import { joinSome } from '../prime/prime-entries.ts';
import { renderAtomLink } from './atom-edges.ts';

/** Renders the page of edges; nothing if there are none. */
export function renderEdgesIn({ edges, next }: EdgesIn): Html | false {
  if (edges.length === 0) return false;
  return html`<h3 id="edges-in">From other Primes</h3><ul class="links">${edges.map(
    ({ verbs, from: id, name, version, ...atom }) =>
      renderAtomLink({
        ...{ id, atom, path: atomPagePath(name, version, id), where: name },
        verbs: joinSome(verbs),
      }),
  )}</ul>${next !== undefined && html`<p class="small"><a href="?${String(new URLSearchParams({ after: formatEdgePlace(next) }))}#edges-in" rel="nofollow">More edges from other Primes</a></p>`}`;
}
