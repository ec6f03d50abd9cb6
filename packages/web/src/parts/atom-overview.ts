// The atoms of a version by kind: the first few of each.
import { atomPagePath, graphPagePath } from '@prime-registry/protocol';
import type { ListedAtom } from '@prime-registry/store';
import { countOf, formatNumber } from './amounts.ts';
import { type Html, html, renderLine } from './html.ts';
import { countOfKind, renderKind } from './kinds.ts';
import { cutText, shortOf } from './prime-entries.ts';

/** The first atoms of a version. */
export interface AtomOverview {
  /** The most frequent kind first. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly count: number;
    readonly first: readonly Pick<ListedAtom, 'id' | 'label'>[];
  }[];
  /** Number of problems found in the Prime's atoms. */
  readonly problemCount: number;
}

/** Renders the section of a version's page. */
export function renderAtomOverview(
  { name, version }: { readonly name: string; readonly version: string },
  atoms: AtomOverview,
): Html {
  const graph = graphPagePath(name, version);
  return html`<section aria-labelledby="atoms"><h2 id="atoms">Atoms</h2>
<div class="kinds">${atoms.kinds.map(
    ({ kind, count, first }, index) =>
      html`<details${index < OPEN_KINDS && html` open`}><summary>${renderKind(kind)}<span class="count">${countOfKind(count, kind)}</span></summary>
<ul class="atoms">${first.map(({ id, label }) => html`<li><a href="${atomPagePath(name, version, id)}">${renderLine(cutText(label ?? shortOf(id)))}</a></li>`)}${count > first.length && html`<li><a href="${graph}#list">and ${formatNumber(count - first.length)} more</a></li>`}</ul></details>`,
  )}</div>
${atoms.problemCount > 0 && html`<p class="small faint">${countOf(atoms.problemCount, 'problem')} found while reading the atoms.</p>`}
</section>`;
}

/** Number of kinds that are expanded from the start. */
const OPEN_KINDS = 2;
