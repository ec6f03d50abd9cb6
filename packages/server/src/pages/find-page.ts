// What is found for a text, with ways to narrow it down.
import { findPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from './amounts.ts';
import { type Html, html } from './html.ts';
import { layout, searchField } from './layout.ts';
import { cutText, nameLink } from './prime-entries.ts';

/** What the page shows. */
export interface FindContents {
  readonly text: string;
  /** Why the text cannot be searched for; undefined where it can. */
  readonly problem: string | undefined;
  readonly hits: readonly { readonly name: string; readonly version: string; readonly description: string }[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

/** Renders the page. */
export function renderFindPage(contents: FindContents): string {
  const { text, problem, hits, total, offset } = contents;
  const content = html`
<div class="title"><h1>${text === '' ? 'Search' : html`Search: ${text}`}</h1></div>
${searchField(text, 'Search names, descriptions and tags')}
${problem !== undefined ? html`<p class="empty">${problem}</p>` : html`<p class="faint" role="status">${countOf(total, 'Prime')} ${total === 1 ? 'matches' : 'match'}${offset > 0 && `, from the ${formatNumber(offset + 1)}th on`}.</p>`}
${problem === undefined && total === 0 && html`<div class="empty"><p>Nothing matches all of these words. Try fewer, or others.</p></div>`}
<ul class="entries">${hits.map(
    ({ name, version, description }) =>
      html`<li><div class="entry"><h2>${nameLink(name)}</h2> <code class="faint">${version}</code></div><p>${cutText(description)}</p></li>`,
  )}</ul>
${renderPaging(contents)}`;
  return layout({ title: text === '' ? 'Search' : `${text} · search`, content });
}

function renderPaging({ text, total, offset, limit, hits }: FindContents): Html | false {
  const at = (from: number): string => `${findPagePath(text)}&offset=${from}`;
  const isMore = offset + hits.length < Math.min(total, 10_000);
  if (offset === 0 && !isMore) return false;
  return html`<nav class="pages" aria-label="Pages"><span>${offset > 0 && html`<a rel="prev" href="${at(Math.max(0, offset - limit))}">Before</a>`}</span><span>${isMore && html`<a rel="next" href="${at(offset + limit)}">Next</a>`}</span></nav>`;
}
