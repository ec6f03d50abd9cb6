// The shared frame of the pages with search results.
import type { SearchFilters, SearchSort } from '@prime-registry/protocol';
import type { Correction } from '@prime-registry/store';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { listAddress } from '../parts/list-address.ts';

/** What was searched, and the part of the results that is shown. */
export interface FoundPart {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly sort: SearchSort;
  readonly offset: number;
  readonly limit: number;
}

/** The page around results. */
export function renderFindFrame(text: string, content: Html): string {
  return layout({ title: text === '' ? 'Search' : `${text} · search`, content, searched: text });
}

/** Links to the Primes and the atoms that are found. */
export function renderFindTabs(text: string, filters: SearchFilters, current: 'primes' | 'atoms'): Html {
  const tab = (what: 'primes' | 'atoms', name: string): Html =>
    html`<a href="${listAddress({ text, filters, what: what === 'atoms' ? what : undefined })}"${what === current && html` aria-current="page"`}>${name}</a>`;
  return html`<nav class="lists" aria-label="What is found">${tab('primes', 'Primes')}${tab('atoms', 'Atoms')}</nav>`;
}

/** Words with commas. */
export function listWords(words: readonly string[]): Html {
  return html`${words.map((word, index) => html`${index > 0 && ', '}<strong>${word}</strong>`)}`;
}

/** What was searched instead of mistyped words. */
export function renderCorrected(corrected: readonly Correction[]): Html | false {
  return (
    corrected.length > 0 &&
    html`<p class="note" role="note">Few results for ${corrected.map(({ from }) => html`<em>${from}</em> `)}as typed, so these are also for${corrected.map(({ to }) => html` <strong>${to}</strong>`)}.</p>`
  );
}
