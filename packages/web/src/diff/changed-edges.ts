// The edges that changed between two versions.
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { type ChangedEdges, GAINED, LOST, nameTarget } from './changed-atom.ts';
import type { DiffOutline, NamedEdge } from './diff-contents.ts';

/** The maximum number of lines in a list, and of lists of edges: a hostile Prime may have a verb for each. */
export const MAX_LISTED = 200;
const MAX_VERBS = 40;

type SidedEdge = NamedEdge & { readonly isLost: boolean };

/**
 * The changed edges by what readers look for: of a changed atom; `implied`, of atoms that only one version has; and `others`,
 * of atoms that do not count as changed, because two forms of an atom may differ in nothing else.
 */
export function sortEdges({ added, removed, changed, gained, lost }: DiffOutline) {
  const lone = new Set([...added, ...removed].map(({ id }) => id));
  const byAtom = new Map(
    changed.map(({ atom }) => [atom.id, { gained: [] as NamedEdge[], lost: [] as NamedEdge[] }]),
  );
  const [implied, others]: [SidedEdge[], SidedEdge[]] = [[], []];
  const sort = (edges: readonly NamedEdge[], side: 'gained' | 'lost') => {
    for (const edge of edges) {
      const own = byAtom.get(edge.from);
      if (own !== undefined) own[side].push(edge);
      else (lone.has(edge.from) ? implied : others).push({ ...edge, isLost: side === 'lost' });
    }
  };
  sort(lost, 'lost');
  sort(gained, 'gained');
  return { of: (id: string): ChangedEdges => byAtom.get(id) ?? { gained: [], lost: [] }, implied, others };
}

/** Readers of a new atom do not ask first which edges came with it. */
export function renderImplied(outline: DiffOutline, edges: readonly SidedEdge[]): Html {
  if (edges.length === 0) return html``;
  return html`<details class="implied"><summary>${countOf(edges.length, 'edge')} of new and removed atoms</summary>${renderVerbs(outline, edges)}</details>`;
}

/** Edges, a list for each verb. */
export function renderVerbs({ name, before, after }: DiffOutline, edges: readonly SidedEdge[]): Html {
  const byVerb = [...Map.groupBy(edges, ({ verb }) => verb)];
  const edge = (each: SidedEdge): Html =>
    html`<li class="${each.isLost ? 'minus' : 'plus'}">${each.isLost ? LOST : GAINED}<code>${each.from}</code> → ${nameTarget(name, each.isLost ? before : after, each)}</li>`;
  const lists = byVerb
    .slice(0, MAX_VERBS)
    .map(
      ([verb, some]) =>
        html`<h3><code>${verb}</code></h3><ul class="diff">${some.slice(0, MAX_LISTED).map(edge)}${some.length > MAX_LISTED && html`<li class="faint">and ${formatNumber(some.length - MAX_LISTED)} more</li>`}</ul>`,
    );
  return html`${lists}${byVerb.length > MAX_VERBS && html`<p class="faint">Edges of ${countOf(byVerb.length - MAX_VERBS, 'more verb')} changed.</p>`}`;
}
