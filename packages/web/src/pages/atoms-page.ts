// The atoms of a version: all by kind, those of one kind, or those with certain words.
import { atomsPagePath } from '@prime-registry/protocol';
import { countOf, formatNumber } from '../parts/amounts.ts';
import {
  ATOMS_UNKNOWN,
  type AtomLine,
  type AtomListing,
  kindPath,
  renderAtomLines,
  renderKindLinks,
  renderKindsOfAtoms,
} from '../parts/atom/atom-list.ts';
import { type AtomProblems, renderAtomProblems } from '../parts/atom/atom-problems.ts';
import { renderKind } from '../parts/atom/kinds.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import { feedsOf } from '../parts/prime/prime-entries.ts';
import { indexingOf, type PrimeHead, renderPrimeHead } from '../parts/prime/prime-head.ts';

/** Atoms of one kind on a page. */
export const ATOMS_OF_A_PAGE = 150;
/** With more atoms than this, a page with all kinds has the first of each. */
const FEW_ATOMS = 150;
const FIRST_OF_EACH = 15;

/** Which atoms to show: those of a kind, or with certain words; all by default. */
export interface AtomChoice {
  readonly kind?: string | undefined;
  /** From 1, of the atoms of a kind. */
  readonly page: number;
  /** What was searched, and what was found: the first atoms, and how many there are in all. */
  readonly search?:
    | { readonly text: string; readonly found: readonly AtomLine[]; readonly total: number }
    | undefined;
}

export interface AtomsContents {
  readonly head: PrimeHead;
  /** Undefined if the atoms of the version were never read. */
  readonly listing: AtomListing | undefined;
  readonly problems: AtomProblems;
  readonly choice: AtomChoice;
}

export function renderAtomsPage({ head, listing, problems, choice }: AtomsContents): string {
  const { name, version } = head.record;
  const of = { name, version };
  const content = html`
${renderPrimeHead(head, 'atoms')}
${listing === undefined ? ATOMS_UNKNOWN : html`${renderTools(of, listing, choice)}${renderChoice(of, listing, choice)}`}
${renderAtomProblems(of, problems)}`;
  const what = choice.kind === undefined ? 'Atoms' : `Atoms (${choice.kind})`;
  return layout({
    title: `${what} of ${name} ${version}`,
    description: `The atoms of ${name} ${version}, by kind, each with its first sentence.`,
    ...indexingOf(head, atomsPagePath),
    content,
    feeds: feedsOf(name),
  });
}

function renderTools(
  of: { name: string; version: string },
  { kinds }: AtomListing,
  choice: AtomChoice,
): Html {
  const counts = kinds.map(({ kind, atoms }) => ({ kind, count: atoms.length }));
  return html`<form class="tools" action="${atomsPagePath(of.name, of.version)}" role="search"><div class="seek"><input type="search" name="q" value="${choice.search?.text ?? ''}" placeholder="Find in these atoms" aria-label="Find in these atoms" maxlength="256" autocomplete="off" spellcheck="false"></div><button type="submit" class="plain">Find</button></form>
${renderKindLinks(of, counts, choice.kind)}`;
}

function renderChoice(
  of: { name: string; version: string },
  listing: AtomListing,
  { kind, page, search }: AtomChoice,
): Html {
  const all = html`<p class="small"><a href="${atomsPagePath(of.name, of.version)}">All ${countOf(listing.count, 'atom')}</a></p>`;
  if (search !== undefined) {
    const { found, total } = search;
    return html`<h2>${countOf(total, 'atom')} with these words</h2>${renderAtomLines(of, found)}${total > found.length && html`<p class="faint">These are the first ${formatNumber(found.length)}.</p>`}${all}`;
  }
  if (kind === undefined) {
    const ofEach = listing.count <= FEW_ATOMS ? FEW_ATOMS : FIRST_OF_EACH;
    return html`<h2 class="unseen">All atoms</h2>${renderKindsOfAtoms(of, listing, ofEach)}`;
  }
  const atoms = listing.kinds.find((each) => each.kind === kind)?.atoms ?? [];
  const first = (page - 1) * ATOMS_OF_A_PAGE;
  const shown = atoms.slice(first, first + ATOMS_OF_A_PAGE);
  const pages = Math.ceil(atoms.length / ATOMS_OF_A_PAGE);
  const link = (to: number, text: string): Html =>
    html`<a href="${kindPath(of, kind)}&#38;page=${to}">${text}</a>`;
  return html`<h2>${renderKind(kind)} <span class="faint">${shown.length < atoms.length ? `${formatNumber(first + 1)} to ${formatNumber(first + shown.length)} of ${formatNumber(atoms.length)}` : formatNumber(atoms.length)}</span></h2>
${renderAtomLines(of, shown)}
${pages > 1 && html`<nav class="pages" aria-label="Pages"><span>${page > 1 && link(page - 1, 'Before')}</span><span>${page < pages && link(page + 1, 'Next')}</span></nav>`}${all}`;
}
