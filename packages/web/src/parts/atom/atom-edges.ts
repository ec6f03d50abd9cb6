// The edges of an atom, in one direction: by verb, each with the label, kind and first sentence of the other atom; and those
// from other Primes.
import { atomHomePath, atomPagePath, formatEdgePlace, graphPagePath } from '@prime-registry/protocol';
import type { AtomGlimpse, EdgesIn, LinkedPrime } from '@prime-registry/store';
import { countOf, formatNumber } from '../amounts.ts';
import { type Html, html, renderLine } from '../html.ts';
import { cutText, joinSome, nameLink, shortOf } from '../prime/prime-entries.ts';
import { firstSentence } from './first-sentence.ts';
import { renderKind } from './kinds.ts';

/** Another atom at the end of an edge. */
export interface Neighbour {
  readonly verb: string;
  readonly id: string;
  /** Undefined if it is not known what the atom says. */
  readonly atom: AtomGlimpse | undefined;
  /** The Prime whose page it is on: this one in this version, or another one. Undefined if it was not looked up. */
  readonly holder: LinkedPrime | undefined;
  /** Whether any Prime has it. */
  readonly isKnown: boolean;
}

interface Place {
  readonly name: string;
  readonly version: string;
}

/** The maximum number of edges, for a verb and of all: a hostile Prime may have a verb for each edge. */
const MAX_EDGES = 40;
const MAX_VERBS = 40;

/**
 * Renders the edges by verb.
 * @param atom - the atom that has them
 * @param described - the ids of atoms whose first sentence is on the page already; it grows
 */
export function renderEdges(
  edges: readonly Neighbour[],
  atom: Place & { readonly id: string },
  described: Set<string>,
): Html {
  const byVerb = [...Map.groupBy(edges, ({ verb }) => verb)];
  const graph = `${graphPagePath(atom.name, atom.version)}#${atom.id}`;
  return html`${byVerb.slice(0, MAX_VERBS).map(
    ([verb, ofVerb]) => html`<h3 class="verb">${cutText(verb)}</h3>
<ul class="links">${ofVerb.slice(0, MAX_EDGES).map((edge) => renderNeighbour(edge, atom, described))}${ofVerb.length > MAX_EDGES && html`<li class="small"><a href="${graph}">and ${formatNumber(ofVerb.length - MAX_EDGES)} more</a></li>`}</ul>`,
  )}${byVerb.length > MAX_VERBS && html`<p class="faint">and ${countOf(byVerb.length - MAX_VERBS, 'more verb')}</p>`}`;
}

function renderNeighbour(
  { id, atom, holder, isKnown }: Neighbour,
  { name }: Place,
  described: Set<string>,
): Html {
  if (holder !== undefined) {
    const path = atomPagePath(holder.name, holder.version, id);
    const isBrief = described.has(id);
    described.add(id);
    return renderAtomLink({ id, path, atom, where: holder.name === name ? undefined : holder.name, isBrief });
  }
  if (isKnown)
    return html`<li><a href="${atomHomePath(id)}">${id}</a> <span class="tag">in another Prime</span></li>`;
  return html`<li><code>${id}</code> <span class="tag yanked">no Prime has it</span></li>`;
}

interface AtomLink {
  readonly id: string;
  readonly path: string;
  readonly atom: AtomGlimpse | undefined;
  /** The Prime, if it is another one. */
  readonly where: string | undefined;
  /** What stands before the Prime. */
  readonly verbs?: string;
  /** Whether the page says already what the atom says. */
  readonly isBrief?: boolean;
}

/** An item of a list: label, kind, and the first sentence of the description. */
function renderAtomLink({ id, path, atom, where, verbs, isBrief = false }: AtomLink): Html {
  const sentence = isBrief ? '' : firstSentence(atom?.description ?? '');
  const about = [
    ...(atom === undefined ? [] : [renderKind(atom.kind)]),
    ...(verbs === undefined ? [] : [html`<code>${verbs}</code>`]),
    ...(where === undefined ? [] : [html`in ${nameLink(where)}`]),
    ...(sentence === '' ? [] : [html`<bdi>${renderLine(sentence)}</bdi>`]),
  ];
  const label = renderLine(cutText(atom?.label ?? shortOf(id), MAX_LABEL_LENGTH));
  return html`<li><a href="${path}" dir="auto">${label}</a>${about.length > 0 && html`<p>${about.map((part) => html`${part} `)}</p>`}</li>`;
}

const MAX_LABEL_LENGTH = 160;

/** One page of the edges that lead to an atom from other Primes; nothing if there are none. */
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
