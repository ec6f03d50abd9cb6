// The differences between two versions of a Prime.
import type { InventoryDiff, VersionJudgement } from '@prime-registry/atoms';
import { atomPagePath, primePagePath, versionsPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf, joinSome, renderCrumbs } from '../parts/prime-entries.ts';

/** What the page shows. */
export interface DiffContents {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly diff: InventoryDiff;
  readonly judgement: VersionJudgement;
}

/** The maximum number of lines in a list, and of lists of edges: a hostile Prime may have a verb for each. */
const MAX_LISTED = 200;
const MAX_VERBS = 40;

/** Renders the page. */
export function renderDiffPage({ name, before, after, diff, judgement }: DiffContents): string {
  const { added, removed, changed, edges, removedVerbs, bump } = diff;
  const link = (version: string): Html => html`<a href="${primePagePath(name, version)}">${version}</a>`;
  const atom = (version: string, id: string): Html =>
    html`<a href="${atomPagePath(name, version, id)}">${id}</a>`;
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>Changes</h1><span class="version">${link(before)} → ${link(after)}</span></div>
<p class="small"><a href="${versionsPagePath(name)}">Compare other versions</a></p>
<p class="bump">${bump === 'none' ? 'The atoms did not change.' : `These changes require a new ${bump} version.`}</p>
<div class="note${!judgement.isRespected && ' bad'}"><p>${judgement.message}</p></div>
<ul class="line"><li>${countOf(added.length, 'atom')} added</li><li>${formatNumber(removed.length)} removed</li><li>${formatNumber(changed.length)} changed</li></ul>
${renderList('Removed atoms', removed, (id) => renderLost(atom(before, id)))}${renderList('New atoms', added, (id) => renderGained(atom(after, id)))}${renderList(
  'Changed atoms',
  changed,
  ({ id, fields }) =>
    html`<li class="other"><span class="sign" aria-hidden="true">~</span>${atom(after, id)} <span class="faint">${joinSome(fields)}</span></li>`,
)}${renderList('Verbs that no edge uses any more', removedVerbs, (verb) => renderLost(html`<code>${verb}</code>`))}${edges
  .slice(0, MAX_VERBS)
  .map(({ verb, gained, lost }) =>
    renderList(
      `Edges: ${verb}`,
      [
        ...lost.map((edge) => ({ ...edge, isLost: true })),
        ...gained.map((edge) => ({ ...edge, isLost: false })),
      ],
      ({ from, target, isLost }) =>
        isLost
          ? renderLost(html`<span class="unseen">removed: </span>${from} → ${target}`)
          : renderGained(html`<span class="unseen">added: </span>${from} → ${target}`),
    ),
  )}${edges.length > MAX_VERBS && html`<p class="faint">Edges of ${countOf(edges.length - MAX_VERBS, 'more verb')} changed.</p>`}`;
  return layout({ title: `${name} ${before}...${after}`, content, searched: '', feeds: feedsOf(name) });
}

function renderLost(what: Html): Html {
  return html`<li class="minus"><span class="sign" aria-hidden="true">−</span>${what}</li>`;
}

function renderGained(what: Html): Html {
  return html`<li class="plus"><span class="sign" aria-hidden="true">+</span>${what}</li>`;
}

function renderList<Item>(heading: string, items: readonly Item[], render: (item: Item) => Html): Html {
  if (items.length === 0) return html``;
  return html`<h2>${heading}</h2><ul class="diff">${items.slice(0, MAX_LISTED).map(render)}${items.length > MAX_LISTED && html`<li class="faint">and ${formatNumber(items.length - MAX_LISTED)} more</li>`}</ul>`;
}
