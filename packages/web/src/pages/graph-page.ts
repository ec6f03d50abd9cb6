// The atoms of a version as a graph, and as a list.
import { atomPagePath } from '@prime-registry/protocol';
import type { GraphAtom } from '@prime-registry/store';
import { ASSETS } from '../assets.ts';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { colourOf, countOfKind, renderKind, renderMark } from '../parts/kinds.ts';
import { layout } from '../parts/layout.ts';
import { renderCrumbs, shortOf } from '../parts/prime-entries.ts';
import { renderPrimeTabs } from '../parts/prime-tabs.ts';

/** What the page shows. */
export interface GraphContents {
  readonly name: string;
  readonly version: string;
  readonly atoms: readonly GraphAtom[];
  readonly svg: Html;
  /** How many atoms the picture has. */
  readonly drawn: number;
  /** Whether the atoms of the version are known. */
  readonly isKnown: boolean;
}

/** Renders the page. */
export function renderGraphPage({ name, version, atoms, svg, drawn, isKnown }: GraphContents): string {
  const kinds = [...Map.groupBy(atoms, ({ kind }) => kind)].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  );
  const content = html`
${renderCrumbs(name, version)}
<div class="title"><h1>Graph of ${shortOf(name)}</h1><span class="version">${countOf(atoms.length, 'atom')}</span></div>
${renderPrimeTabs({ name, version, atoms: isKnown ? atoms.length : undefined }, 'graph')}
${!isKnown && UNKNOWN}<p class="small"><a href="#list">Show as a list</a></p>
${drawn < atoms.length && html`<p class="note">The picture has the ${formatNumber(drawn)} atoms with the most edges; the list has all.</p>`}
<div class="tools" data-tools hidden>
<div class="seek"><input type="search" placeholder="Find an atom" aria-label="Find an atom in the picture" autocomplete="off" spellcheck="false"></div>
<span class="small faint" role="status" data-found></span>
<div class="zoom"><button type="button" class="plain" data-zoom="out">Zoom out</button><button type="button" class="plain" data-zoom="in">Zoom in</button><button type="button" class="plain" data-zoom="all">Show all</button></div>
</div>
<ul class="legend" aria-label="Kinds">${kinds.map(
    ([kind, ofKind]) =>
      html`<li class="kind k${colourOf(kind)}"><label><input type="checkbox" value="${kind}" data-kind-filter checked hidden>${renderMark(kind)}${kind} <span class="faint">${formatNumber(ofKind.length)}</span></label></li>`,
  )}</ul>
<div class="graph" data-graph>${svg}</div>
<p class="small faint" data-hint hidden>Drag to move; pinch, or use Ctrl and the mouse wheel, to zoom. Click an atom to see its neighbours, and again to open it.</p>
<section id="list" aria-labelledby="all-atoms"><h2 id="all-atoms">All atoms</h2>
${kinds.map(
  ([kind, ofKind], index) =>
    html`<div class="kinds"><details${index === 0 && html` open`}><summary>${renderKind(kind)}<span class="count">${countOfKind(ofKind.length, kind)}</span></summary>
<ul class="atoms">${ofKind.map(({ id, edges }) => html`<li><a href="${atomPagePath(name, version, id)}">${shortOf(id)}</a>${edges.length > 0 && html` <span class="faint small">${countOf(edges.length, 'edge')}</span>`}</li>`)}</ul></details></div>`,
)}</section>`;
  return layout({
    title: `Graph of ${name} ${version}`,
    content,
    searched: '',
    scripts: [ASSETS.graph],
  });
}

const UNKNOWN = html`<div class="note"><p>The atoms of this version are unknown: it was published before this registry read atoms. The
operator can add them with <code>prime-registry index</code>.</p></div>`;
