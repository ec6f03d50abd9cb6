// What one version of a Prime has and another has not.
import type { InventoryDiff, VersionJudgement } from '@prime-registry/atoms';
import { atomPagePath, primePagePath, versionsPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from './amounts.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { feedsOf, renderCrumbs } from './prime-entries.ts';

/** What the page shows. */
export interface DiffContents {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Undefined where it is not known what is inside one of them. */
  readonly diff: InventoryDiff | undefined;
  readonly judgement: VersionJudgement | undefined;
}

/** Most lines of a list. */
const MAX_LISTED = 200;

/** Renders the page. */
export function renderDiffPage({ name, before, after, diff, judgement }: DiffContents): string {
  const link = (version: string): Html => html`<a href="${primePagePath(name, version)}">${version}</a>`;
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>What changed</h1><span class="version">${link(before)} → ${link(after)}</span></div>
<p class="small"><a href="${versionsPagePath(name)}">Compare others</a></p>
${diff === undefined ? UNKNOWN : renderDiff(diff, judgement, { name, before, after })}`;
  return layout({ title: `${name} ${before}...${after}`, content, searched: '', feeds: feedsOf(name) });
}

const UNKNOWN = html`<div class="note"><p>The atoms of one of these versions are not known: it was published before this registry looked inside. The operator
can make up for it with <code>prime-registry index</code>.</p></div>`;

function renderDiff(
  { added, removed, changed, edges, removedVerbs, bump }: InventoryDiff,
  judgement: VersionJudgement | undefined,
  { name, before, after }: { readonly name: string; readonly before: string; readonly after: string },
): Html {
  const atom = (version: string, id: string): Html =>
    html`<a href="${atomPagePath(name, version, id)}">${id}</a>`;
  const isSame = bump === 'none';
  return html`<p class="bump">${isSame ? 'Nothing changed inside.' : `This asks for a ${bump} step of the version.`}</p>
${judgement !== undefined && html`<div class="note${!judgement.isRespected && ' bad'}"><p>${judgement.message}</p></div>`}
<ul class="line"><li>${countOf(added.length, 'atom')} added</li><li>${formatNumber(removed.length)} removed</li><li>${formatNumber(changed.length)} changed</li></ul>
${renderList(
  'Removed atoms',
  removed.map(
    (id) => html`<li class="minus"><span class="sign" aria-hidden="true">−</span>${atom(before, id)}</li>`,
  ),
)}${renderList(
  'New atoms',
  added.map(
    (id) => html`<li class="plus"><span class="sign" aria-hidden="true">+</span>${atom(after, id)}</li>`,
  ),
)}${renderList(
  'Changed atoms',
  changed.map(
    ({ id, fields }) =>
      html`<li class="other"><span class="sign" aria-hidden="true">~</span>${atom(after, id)} <span class="faint">${fields.join(', ')}</span></li>`,
  ),
)}${renderList(
  'Verbs that no edge has any more',
  removedVerbs.map(
    (verb) => html`<li class="minus"><span class="sign" aria-hidden="true">−</span><code>${verb}</code></li>`,
  ),
)}${edges.map(({ verb, gained, lost }) =>
  renderList(`Edges: ${verb}`, [
    ...lost.map(
      ({ from, target }) =>
        html`<li class="minus"><span class="sign">−</span><span class="unseen">lost: </span>${from} → ${target}</li>`,
    ),
    ...gained.map(
      ({ from, target }) =>
        html`<li class="plus"><span class="sign">+</span><span class="unseen">gained: </span>${from} → ${target}</li>`,
    ),
  ]),
)}`;
}

function renderList(heading: string, items: readonly Html[]): Html {
  if (items.length === 0) return html``;
  return html`<h2>${heading}</h2><ul class="diff">${items.slice(0, MAX_LISTED)}${items.length > MAX_LISTED && html`<li class="faint">and ${formatNumber(items.length - MAX_LISTED)} more</li>`}</ul>`;
}
