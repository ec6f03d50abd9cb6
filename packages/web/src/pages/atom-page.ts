// One atom: its fields, its edges in both directions, its place in the reading order, and what happened to it.
import { atomDocumentPath, atomPagePath } from '@prime-registry/protocol';
import { titleOf } from '../graph/atom-title.ts';
import { type PicturedEdge, renderNeighbourhood } from '../graph/neighbourhood.ts';
import { formatNumber } from '../parts/amounts.ts';
import type { AtomBody, AtomContents, AtomPlace, NamedAtom } from '../parts/atom/atom-contents.ts';
import { type Neighbour, renderEdges, renderEdgesIn } from '../parts/atom/atom-edges.ts';
import { renderAtomFacts } from '../parts/atom/atom-facts.ts';
import { renderHistory } from '../parts/atom/atom-history.ts';
import { renderRawText, renderViews } from '../parts/atom/atom-views.ts';
import { firstSentence } from '../parts/atom/first-sentence.ts';
import { renderKind } from '../parts/atom/kinds.ts';
import { ofText } from '../parts/authors-text.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf, renderCrumbs } from '../parts/prime/prime-entries.ts';

export function renderAtomPage(contents: AtomContents): string {
  const { name, version, facts, body, raw, place } = contents;
  const { id, kind, description } = facts;
  const title = titleOf(facts);
  const content = html`
${renderCrumbs(name, version)}
<p class="line-of-kind">${renderKind(kind)}${place !== undefined && place.count > 1 && html`<span class="small faint">${formatNumber(place.position)} of ${formatNumber(place.count)} in reading order</span>`}</p>
<div class="title"><h1${ofText(facts.label ?? title)}>${renderLine(facts.label ?? title)}</h1></div>
${description !== '' && html`<p class="about"${ofText(description)}>${renderLine(description)}</p>`}
${renderOtherVersion(contents)}
<div class="atom-page">
<div class="atom-text">
${renderViews(contents)}
${raw === undefined ? renderBody(body) : renderRawText(raw, contents)}
${renderAllEdges(contents)}
${place !== undefined && renderTurn(place, contents)}</div>
<aside class="aside" aria-label="About this atom">${renderPicture(contents)}
${renderAtomFacts(contents)}
${renderHistory(name, id, contents.history)}</aside>
</div>`;
  const canonical = canonicalOf(contents);
  return layout({
    title: `${title} · ${name}`,
    description: firstSentence(description) || `${kind} ${id} of ${name} ${version}.`,
    content,
    canonical,
    isIndexed: canonical !== undefined,
    document: atomDocumentPath(name, version, id),
    feeds: feedsOf(name),
  });
}

/** The page of the atom in the latest version; undefined if that does not have it. */
function canonicalOf({ name, version, latest, facts: { id }, history }: AtomContents): string | undefined {
  const isThere = latest === undefined || latest === version;
  if (isThere) return atomPagePath(name, version, id);
  const then = history.states.find((state) => state.version === latest);
  return then?.found === undefined ? undefined : atomPagePath(name, latest, id);
}

function renderBody({ html: sections, isCut }: AtomBody): Html {
  return html`<div class="parts">${sections}</div>${isCut && html`<p class="small faint">The text is shortened here. <a href="?text=full">Read the whole text</a> as Markdown.</p>`}`;
}

/** What became of the atom after this version. */
function renderOtherVersion({ name, version, latest, facts, history }: AtomContents): Html | false {
  if (latest === undefined || latest === version) return false;
  const then = history.states.find((state) => state.version === latest);
  const link = html`<a href="${atomPagePath(name, latest, facts.id)}">See it in ${latest}</a>`;
  const text =
    then === undefined
      ? html`${link}, the latest version.`
      : then.found === undefined
        ? html`The latest version, ${latest}, does not have this atom.`
        : html`The latest version, ${latest}, has ${then.found.hash === facts.hash ? 'the same atom' : 'a changed one'}. ${link}.`;
  return html`<div class="note" role="note"><p>This is the atom in version ${version}. ${text}</p></div>`;
}

function renderAllEdges({ name, version, facts, leadsTo, ledFrom, edgesIn }: AtomContents): Html {
  const isAlone = leadsTo.length + ledFrom.length + edgesIn.edges.length === 0;
  const atom = { id: facts.id, name, version };
  const described = new Set<string>();
  const outgoing = renderEdges(leadsTo, atom, described);
  return html`<section class="edges-of" id="edges" aria-label="Edges">${isAlone && html`<p class="faint">No edges lead from or to this atom.</p>`}
${leadsTo.length > 0 && html`<h2 id="leads-to">Leads to</h2>${outgoing}`}
${ledFrom.length + edgesIn.edges.length > 0 && html`<h2 id="led-from">What leads here</h2>${renderEdges(ledFrom, atom, described)}${renderEdgesIn(edgesIn)}`}</section>`;
}

function renderTurn({ previous, next }: AtomPlace, { name, version }: AtomContents): Html | false {
  if (previous === undefined && next === undefined) return false;
  const link = (named: NamedAtom | undefined, rel: 'prev' | 'next', text: string): Html | false =>
    named !== undefined &&
    html`<a class="${rel}" rel="${rel}" href="${atomPagePath(name, version, named.id)}"><small>${text}</small><span dir="auto">${titleOf({ id: named.id, label: named.atom?.label })}</span></a>`;
  return html`<nav class="turn" aria-label="Reading order">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
}

function renderPicture({ facts, leadsTo, ledFrom, edgesIn }: AtomContents): Html | false {
  const toEdge =
    (direction: 'in' | 'out') =>
    ({ verb, id, atom, holder }: Neighbour): PicturedEdge => ({
      ...{ verb, direction, neighbour: { id, kind: atom?.kind, label: atom?.label } },
      path: holder && atomPagePath(holder.name, holder.version, id),
    });
  const fromOthers = edgesIn.edges.map(
    (edge): PicturedEdge => ({
      ...{ verb: edge.verbs.join(', '), direction: 'in' },
      neighbour: { id: edge.from, kind: edge.kind, label: edge.label },
      path: atomPagePath(edge.name, edge.version, edge.from),
    }),
  );
  const edges = [...leadsTo.map(toEdge('out')), ...ledFrom.map(toEdge('in')), ...fromOthers];
  const picture = renderNeighbourhood({ id: facts.id, kind: facts.kind, label: facts.label }, edges);
  return (
    picture &&
    html`<section class="panel" aria-labelledby="around"><h2 id="around">Neighbourhood</h2>${picture}</section>`
  );
}
