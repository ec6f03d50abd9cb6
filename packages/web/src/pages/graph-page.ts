// The atoms of a version as a graph, and as a list. The list is also where the script reads what the atoms
// are: the picture has only shapes and lines.
import { atomPagePath, graphPreviewPath } from '@prime-registry/protocol';
import type { GraphAtom } from '@prime-registry/store';
import { ASSETS } from '../assets.ts';
import { titleOf } from '../graph/atom-title.ts';
import type { DrawnAtom, GraphDrawing } from '../graph/graph-drawing.ts';
import type { KindGroup } from '../graph/graph-groups.ts';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { ATOMS_UNKNOWN } from '../parts/atom/atom-list.ts';
import { firstSentence } from '../parts/atom/first-sentence.ts';
import { colourOf, renderKind, renderMark } from '../parts/atom/kinds.ts';
import { n } from '../parts/atom/shapes.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { cutText, renderCrumbs, shortOf } from '../parts/prime/prime-entries.ts';
import { renderPrimeTabs } from '../parts/prime/prime-tabs.ts';

export interface GraphContents {
  readonly name: string;
  readonly version: string;
  readonly groups: readonly KindGroup[];
  readonly drawing: GraphDrawing;
  readonly svg: Html;
  /** Whether the atoms of the version are known. */
  readonly isKnown: boolean;
}

/** Kinds that have a switch of their own; the rarest of more share one. */
const MAX_KINDS = 16;
/** Up to this number of atoms, the list has their descriptions: of 900, they would be half of the page. */
const MAX_DESCRIBED = 400;
/** In characters. */
const MAX_DESCRIPTION = 140;

export function renderGraphPage(contents: GraphContents): string {
  const { name, version, groups, drawing, isKnown } = contents;
  const count = groups.reduce((sum, { atoms }) => sum + atoms.length, 0);
  const isEmpty = count === 0;
  const content = html`
<div class="screen">
<div class="at">${renderCrumbs(name, version)}<h1>Graph of ${shortOf(name)}</h1>
<p class="small faint">${countOf(count, 'atom')}${!isEmpty && html`, ${countOf(drawing.edges.length, 'line')} · <a href="#list">Show as a list</a>`}</p></div>
${renderPrimeTabs({ name, version, atoms: isKnown ? count : undefined }, 'graph')}
${!isKnown && ATOMS_UNKNOWN}${isKnown && isEmpty && EMPTY}
${drawing.atoms.length < count && html`<p class="small faint">The picture has the ${formatNumber(drawing.atoms.length)} atoms with the most edges; the list has all.</p>`}
${!isEmpty && renderExplorer(contents)}</div>
${!isEmpty && renderList(contents, count <= MAX_DESCRIBED)}`;
  return layout({
    title: `Graph of ${name} ${version}`,
    description: `How the ${countOf(count, 'atom')} of ${name} ${version} refer to one another: as a picture, and as a list.`,
    picture: isEmpty ? undefined : graphPreviewPath(name, version),
    content,
    scripts: isEmpty ? [] : [ASSETS.graph],
  });
}

const EMPTY = html`<p class="empty">This version has no atoms, so there is nothing to draw. Its README and its files are on the page of the version.</p>`;

const CORNERS = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M2 7V2h5m6 0h5v5m0 6v5h-5m-6 0H2v-5"/></svg>`;

/** The picture with its tools. Without scripts, the style sheet hides the tools. */
function renderExplorer({ groups, drawing, svg }: GraphContents): Html {
  const named = groups.slice(0, groups.length > MAX_KINDS ? MAX_KINDS - 1 : MAX_KINDS);
  const others = groups.slice(named.length).reduce((sum, { atoms }) => sum + atoms.length, 0);
  const button = (action: string, text: string | Html, label: string): Html =>
    html`<button type="button" class="plain" data-do="${action}" title="${label}" aria-label="${label}">${text}</button>`;
  return html`<div class="explorer" data-explorer>
<div class="tools">
<div class="seek"><input type="search" placeholder="Find an atom" aria-label="Find an atom in the picture" autocomplete="off" spellcheck="false"></div>
<span class="small faint" role="status" data-found></span>
<div class="zoom">${button('out', '−', 'Zoom out')}${button('in', '+', 'Zoom in')}${button('all', 'All', 'Show all')}${button('full', CORNERS, 'Full screen')}</div>
</div>
<div class="stage">
<div class="graph" data-graph>${svg}</div>
<div class="filters">
<fieldset><legend>Kinds</legend><ul>${named.map(({ kind, atoms }) =>
    renderSwitch(
      'kind',
      kind,
      html`<span class="k${colourOf(kind)} kind">${renderMark(kind)}</span>${kind}`,
      atoms.length,
    ),
  )}${others > 0 && renderSwitch('kind', '', html`other kinds`, others)}</ul></fieldset>
${drawing.verbs.length > 0 && html`<fieldset><legend>Edges</legend><ul>${drawing.verbs.map(({ verb, count }, index) => renderSwitch('verb', String(index), html`${verb}`, count))}</ul></fieldset>`}
</div>
<section class="card" aria-live="polite" aria-label="Selected atom" data-card hidden></section>
</div>
<p class="hint small faint" id="hint"><span class="fine">Drag to move; turn the wheel with Ctrl to zoom. Click an atom to see its neighbours, and again to open it. With the keyboard: arrows, Enter, + and −.</span><span class="coarse">Move and zoom with two fingers. Tap an atom to see its neighbours, and again to open it.</span></p>
</div>`;
}

function renderSwitch(what: 'kind' | 'verb', value: string, text: Html, count: number): Html {
  return html`<li><label><input type="checkbox" value="${value}" data-${what} checked><span class="what">${text}</span> <span class="faint">${formatNumber(count)}</span></label></li>`;
}

/** The list; its entries are the atoms of the picture in their order. */
function renderList({ name, version, groups, drawing }: GraphContents, isDescribed: boolean): Html {
  const drawn = new Map(drawing.atoms.map((atom) => [atom.atom.id, atom]));
  const renderAtom = (atom: GraphAtom): Html =>
    html`<li${renderPlace(drawn.get(atom.id))}><a href="${atomPagePath(name, version, atom.id)}" dir="auto">${titleOf(atom)}</a>${isDescribed && renderAbout(atom)}</li>\n`;
  return html`<section id="list" aria-labelledby="all-atoms"><h2 id="all-atoms">All atoms</h2>
${groups.map(
  ({ kind, atoms }, index) =>
    html`<div class="kinds"><details data-kind="${kind}" data-look="${colourOf(kind)}"${index === 0 && html` open`}><summary>${renderKind(kind)}<span class="count">${formatNumber(atoms.length)}</span></summary>
<ul class="atoms">${atoms.map(renderAtom)}</ul></details></div>`,
)}</section>`;
}

function renderAbout({ description }: GraphAtom): Html | false {
  if (description === '') return false;
  const sentence = cutText(firstSentence(description.replaceAll('`', '')), MAX_DESCRIPTION);
  return html` <span class="faint small" dir="auto">${sentence}</span>`;
}

/** Where an atom is in the picture, and how large. */
function renderPlace(drawn: DrawnAtom | undefined): Html | false {
  return drawn !== undefined && html` data-at="${drawn.x} ${drawn.y} ${n(drawn.scale * 7)}"`;
}
