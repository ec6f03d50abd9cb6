// The differences between two versions of a Prime.
import { diffPagePath, primePagePath, versionsPagePath } from '@prime-registry/protocol';
import type { ComparedRange } from '../diff/diff-contents.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf, renderCrumbs } from '../parts/prime/prime-entries.ts';
import { renderPrimeTabs, type TabbedVersion } from '../parts/prime/prime-tabs.ts';

export interface DiffPageContents {
  readonly name: string;
  /** The version that the links to other parts lead to. */
  readonly tabbed: TabbedVersion;
  readonly range: ComparedRange;
  /** Of renderChanges. */
  readonly changes: Html;
  /** The steps to the earlier and from the later version, if there are any. */
  readonly earlier: ComparedRange | undefined;
  readonly later: ComparedRange | undefined;
}

export function renderDiffPage({ name, tabbed, range, changes, earlier, later }: DiffPageContents): string {
  const [before, after] = range;
  const version = (text: string): Html => html`<a href="${primePagePath(name, text)}">${text}</a>`;
  const step = ([from, to]: ComparedRange, rel: string, text: Html): Html =>
    html`<a href="${diffPagePath(name, from, to)}" rel="${rel}">${text}</a>`;
  const content = html`
${renderCrumbs(name)}
<div class="title"><h1>Changes</h1><span class="version">${version(before)} → ${version(after)}</span></div>
${renderPrimeTabs(tabbed, 'versions')}
<nav class="line" aria-label="Other comparisons">${earlier && step(earlier, 'prev', html`<span aria-hidden="true">← </span>${earlier[0]} to ${earlier[1]}`)}${later && step(later, 'next', html`${later[0]} to ${later[1]}<span aria-hidden="true"> →</span>`)}<a href="${versionsPagePath(name)}">Compare other versions</a></nav>
<div class="changes">${changes}</div>`;
  return layout({
    title: `${name} ${before}...${after}`,
    description: `What changed in ${name} from ${before} to ${after}, atom by atom.`,
    content,
    feeds: feedsOf(name),
  });
}
