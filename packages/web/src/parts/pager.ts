// Pagination: the visible part of a list, and links to the others.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import { countOf, formatNumber } from './amounts.ts';
import { type Html, html } from './html.ts';

export interface ListedPart {
  readonly offset: number;
  readonly limit: number;
  /** Number of entries on the page. */
  readonly shown: number;
  /** Undefined if it is not known. */
  readonly total: number | undefined;
  readonly isMore: boolean;
}

/** As in `21 to 40 of 303 Primes`. */
export function describePart({ offset, shown, total, isMore }: ListedPart, one: string): string {
  if (shown === 0) return total === 0 || offset === 0 ? `No ${one}` : `No more ${one}s`;
  if (offset === 0 && !isMore) return countOf(shown, one);
  const range = `${formatNumber(offset + 1)} to ${formatNumber(offset + shown)}`;
  return total === undefined ? `${range} of many ${one}s` : `${range} of ${countOf(total, one)}`;
}

/** Numbers next to the current page. */
const AROUND = 2;

/** The links; nothing if there is one page. @param at - the address of the part that begins there */
export function renderPager(part: ListedPart, at: (offset: number) => string): Html | false {
  const { offset, limit, total, isMore } = part;
  const mayGoOn = isMore && offset + limit <= SEARCH_LIMITS.offset.maximum;
  if (offset === 0 && !isMore) return false;
  const current = Math.floor(offset / limit) + 1;
  const reachable = Math.floor(SEARCH_LIMITS.offset.maximum / limit) + 1;
  const known = total === undefined ? current + (mayGoOn ? 1 : 0) : Math.ceil(total / limit);
  const last = Math.max(current, Math.min(known, reachable));
  const numbers = listNumbers(current, last).map((number) =>
    number === undefined
      ? html`<li aria-hidden="true">…</li>`
      : html`<li><a href="${at((number - 1) * limit)}"${number === current && html` aria-current="page"`}><span class="unseen">Page </span>${formatNumber(number)}</a></li>`,
  );
  return html`<nav class="pages" aria-label="Pages"><span>${offset > 0 && html`<a rel="prev" href="${at(Math.max(0, offset - limit))}">Previous</a>`}</span><ol>${numbers}</ol><span>${mayGoOn && html`<a rel="next" href="${at(offset + limit)}">Next</a>`}</span></nav>`;
}

/** What a list says where it ends although there is more. @param hint - how to see the others */
export function renderListEnd({ offset, limit, isMore }: ListedPart, hint: Html | string): Html | false {
  const end = offset + limit;
  if (!isMore || end <= SEARCH_LIMITS.offset.maximum) return false;
  return html`<p class="note" role="note">This list ends here, after ${formatNumber(end)}. ${hint}</p>`;
}

/** The first, the last and those around the current one; undefined for a gap. */
function listNumbers(current: number, last: number): (number | undefined)[] {
  const numbers = new Set([1, last]);
  for (let number = current - AROUND; number <= current + AROUND; number += 1)
    if (number >= 1 && number <= last) numbers.add(number);
  return [...numbers]
    .sort((a, b) => a - b)
    .flatMap((number, index, sorted) =>
      index > 0 && number - (sorted[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
    );
}
