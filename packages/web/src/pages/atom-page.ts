// One atom: its text at three lengths, its edges in both directions, and the Primes that have it.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import {
  atomDocumentPath,
  atomPagePath,
  atomTextPath,
  findPagePath,
  graphPagePath,
} from '@prime-registry/protocol';
import type { AtomFacts, AtomHome, EdgesIn, LinkedPrime } from '@prime-registry/store';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { renderEdgesIn } from '../parts/edges-in.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { renderKind } from '../parts/kinds.ts';
import { layout } from '../parts/layout.ts';
import type { RenderedText } from '../parts/markdown.ts';
import { cutText, feedsOf, nameLink, renderCrumbs, shortOf } from '../parts/prime-entries.ts';

/** Another atom at the end of an edge. */
export interface Neighbour {
  readonly verb: string;
  readonly id: string;
  /** Its kind in this Prime; undefined if the Prime does not have the atom. */
  readonly kind: string | undefined;
  /** Whether any Prime has it. */
  readonly isKnown: boolean;
  /** For an atom of another Prime, the first Prime that has it, if it was looked up. */
  readonly holder?: LinkedPrime | undefined;
}

/** What the page shows. */
export interface AtomContents {
  readonly name: string;
  readonly version: string;
  /** Undefined if every version is yanked. */
  readonly latest: string | undefined;
  readonly facts: AtomFacts;
  readonly level: TextLevel;
  readonly text: RenderedText;
  readonly leadsTo: readonly Neighbour[];
  readonly ledFrom: readonly Neighbour[];
  /** A page of the edges from other Primes. */
  readonly edgesIn: EdgesIn;
  readonly homes: readonly AtomHome[];
}

const LEVEL_NAMES: Readonly<Record<TextLevel, string>> = {
  summary: 'Summary',
  core: 'Core',
  full: 'Full text',
};

/** Renders the page of an atom. */
export function renderAtomPage(contents: AtomContents): string {
  const { name, version, facts, latest, level: shown, text, leadsTo, ledFrom, edgesIn } = contents;
  const { id, kind, label, description, tokens } = facts;
  const short = shortOf(id);
  const content = html`
${renderCrumbs(name, version)}
<p>${renderKind(kind)}</p>
<div class="title"><h1>${renderLine(label ?? short)}</h1></div>
${description !== '' && html`<p class="about">${renderLine(description)}</p>`}
${latest !== undefined && latest !== version && html`<div class="note" role="note"><p>This is the atom in version ${version}, which is not the latest. <a href="${atomPagePath(name, latest, id)}">See the latest.</a></p></div>`}
<div class="prime">
<section aria-labelledby="text"><h2 id="text">Text</h2>
<ul class="lengths" aria-label="Length">${TEXT_LEVELS.map(
    (level) =>
      html`<li><a href="?text=${level}"${level === shown && html` aria-current="true"`}>${LEVEL_NAMES[level]} <small>${formatNumber(tokens[level])} tokens</small></a></li>`,
  )}</ul>
<div class="prose">${text.html}</div>
${text.isCut && html`<p class="small faint">The text is shortened here. <a href="${atomTextPath(id, shown)}?${String(new URLSearchParams({ prime: name, version }))}">Read the whole text</a> as Markdown.</p>`}</section>
${renderAside(contents)}
<section aria-labelledby="edges"><h2 id="edges">Edges</h2>
${leadsTo.length + ledFrom.length + edgesIn.edges.length === 0 && html`<p class="faint">No edges lead from or to this atom.</p>`}
<div class="edges-of">${renderEdges('Outgoing', leadsTo, contents)}${renderEdges('Incoming', ledFrom, contents)}${renderEdgesIn(edgesIn, shown)}</div></section>
</div>`;
  return layout({
    title: `${label ?? short} · ${name}`,
    description: cutText(description),
    content,
    searched: '',
    document: atomDocumentPath(name, version, id),
    feeds: feedsOf(name),
  });
}

function renderEdges(heading: string, edges: readonly Neighbour[], { name, version }: AtomContents): Html {
  if (edges.length === 0) return html``;
  const byVerb = [...Map.groupBy(edges, ({ verb }) => verb)];
  return html`<h3>${heading}</h3>${byVerb.slice(0, MAX_VERBS).map(
    ([verb, ofVerb]) => html`<div class="edges"><h3><code>${verb}</code></h3>
<ul class="edges">${ofVerb.slice(0, MAX_EDGES).map((edge) => html`<li>${renderNeighbour(edge, name, version)}</li>`)}${ofVerb.length > MAX_EDGES && html`<li class="faint">and ${formatNumber(ofVerb.length - MAX_EDGES)} more</li>`}</ul></div>`,
  )}${byVerb.length > MAX_VERBS && html`<p class="faint">and ${countOf(byVerb.length - MAX_VERBS, 'more verb')}</p>`}`;
}

/** The maximum number of edges for a verb, and of verbs: a hostile Prime may have a verb for each edge. */
const MAX_EDGES = 60;
const MAX_VERBS = 40;

function renderNeighbour({ id, kind, isKnown, holder }: Neighbour, name: string, version: string): Html {
  if (kind !== undefined)
    return html`<a href="${atomPagePath(name, version, id)}">${id}</a> ${renderKind(kind)}`;
  if (holder !== undefined)
    return html`<a href="${atomPagePath(holder.name, holder.version, id)}">${id}</a> <span class="faint">in ${nameLink(holder.name)}</span>`;
  if (isKnown) return html`<a href="${findPagePath(id)}">${id}</a> <span class="tag">in another Prime</span>`;
  return html`<code>${id}</code> <span class="tag yanked">no Prime has it</span>`;
}

function renderAside({ name, version, facts, homes }: AtomContents): Html {
  const { id, domain, tags, hash, path, line } = facts;
  const fact = (term: string, value: Html | string): Html =>
    html`<div class="whole"><dt>${term}</dt><dd>${value}</dd></div>`;
  return html`<aside class="aside" aria-label="Facts"><section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2><dl class="facts">
${fact('Id', html`<code>${id}</code>`)}
${facts.version !== undefined && fact('Atom version', facts.version)}
${domain !== undefined && fact('Domain', domain)}
${tags.length > 0 && fact('Tags', tags.join(', '))}
${fact('Source', html`<code>${path}</code>${line !== undefined && `, line ${line}`}`)}
${fact('Content hash', html`<span class="digest">${hash}</span>`)}
</dl><p class="small"><a href="${graphPagePath(name, version)}#${id}">Show in the graph</a></p></section>
<section class="panel" aria-labelledby="homes"><h2 id="homes">In ${countOf(homes.length, 'Prime')}</h2>
${homes.length === 0 ? html`<p class="small faint">No Prime has it in its latest version.</p>` : html`<ul class="edges">${homes.slice(0, MAX_HOMES).map((home) => html`<li>${nameLink(home.name)} <code class="faint">${home.version}</code></li>`)}</ul>`}
${homes.length > MAX_HOMES && html`<p class="small faint">and ${homes.length - MAX_HOMES} more</p>`}</section></aside>`;
}

const MAX_HOMES = 20;
