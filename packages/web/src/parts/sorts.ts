// Links to the orders of a list.
import { type Html, html } from './html.ts';

const NAMES = {
  relevance: 'Relevance',
  name: 'Name',
  newest: 'Newest',
  downloads: 'Downloads',
  versions: 'Versions',
} as const;

/** @param at - the address of the list in an order */
export function renderSorts<Sort extends keyof typeof NAMES>(
  sorts: readonly Sort[],
  current: Sort,
  at: (sort: Sort) => string,
): Html {
  return html`<nav class="sorts" aria-label="Order">${sorts.map((sort) => html`<a rel="nofollow" href="${at(sort)}"${sort === current && html` aria-current="true"`}>${NAMES[sort]}</a>`)}</nav>`;
}
