// The atoms of a version by kind, in natural order, each with its first sentence.
import { type Pause, sortWithPauses } from '@prime-registry/concurrency';
import { atomPagePath, atomsPagePath } from '@prime-registry/protocol';
import type { ListedAtom } from '@prime-registry/store';
import { formatNumber } from '../amounts.ts';
import { ofText } from '../authors-text.ts';
import { type Html, html, renderLine } from '../html.ts';
import { cutText, shortOf } from '../prime/prime-entries.ts';
import { firstSentence } from './first-sentence.ts';
import { countOfKind, renderKind } from './kinds.ts';

export interface AtomLine {
  readonly id: string;
  readonly label: string;
  /** The first sentence of its description; empty if that says no more than the label. */
  readonly sentence: string;
}

/** The atoms of a kind, in natural order of their ids: `n-2` before `n-10`. */
interface AtomsOfKind {
  readonly kind: string;
  readonly atoms: readonly AtomLine[];
}

export interface AtomListing {
  /** The most frequent kind first. */
  readonly kinds: readonly AtomsOfKind[];
  readonly count: number;
}

interface OfVersion {
  readonly name: string;
  readonly version: string;
}

const MAX_LABEL_LENGTH = 160;

export function lineOf(atom: Pick<ListedAtom, 'id' | 'label' | 'description'>): AtomLine {
  const { id, label, description } = atom;
  const shown = cutText(label ?? shortOf(id), MAX_LABEL_LENGTH);
  const sentence = firstSentence(description);
  return { id, label: shown, sentence: sentence === shown ? '' : sentence };
}

/** Collects the atoms of a version; then {@link finish}. */
export class AtomLister {
  readonly #kinds = new Map<string, AtomLine[]>();
  #count = 0;

  add(atom: Pick<ListedAtom, 'id' | 'kind' | 'label' | 'description'>): void {
    const line = lineOf(atom);
    const ofKind = this.#kinds.get(atom.kind);
    if (ofKind === undefined) this.#kinds.set(atom.kind, [line]);
    else ofKind.push(line);
    this.#count += 1;
  }

  async finish(pause: Pause): Promise<AtomListing> {
    const kinds: AtomsOfKind[] = [];
    for (const [kind, atoms] of this.#kinds) kinds.push({ kind, atoms: await sortNaturally(atoms, pause) });
    kinds.sort((a, b) => b.atoms.length - a.atoms.length || (a.kind < b.kind ? -1 : 1));
    return { kinds, count: this.#count };
  }
}

/** By id, numbers in it by their value. */
async function sortNaturally(atoms: readonly AtomLine[], pause: Pause): Promise<AtomLine[]> {
  // A number with its length before it sorts as a text. No two ids of a version have the same one.
  const byKey = new Map<string, AtomLine>();
  for (const atom of atoms) {
    const key = atom.id.replaceAll(/\d+/g, (digits) => `${String(digits.length).padStart(3, '0')}${digits}`);
    byKey.set(key, atom);
    await pause();
  }
  const keys = await sortWithPauses(byKey.keys(), pause);
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Kinds that a page shows, and in a line of links: a hostile Prime may have one for each atom. */
const [MAX_KINDS, MAX_LINKED_KINDS] = [40, 12];

/** What a page says instead of atoms that are unknown. */
export const ATOMS_UNKNOWN = html`<div class="note"><p>The atoms of this version are unknown: it was published before this registry read atoms. The
operator can add them with <code>prime-registry index</code>.</p></div>`;

/** The atoms of all kinds. @param ofEach - how many atoms of each kind to show; the rest are behind a link */
export function renderKindsOfAtoms(of: OfVersion, { kinds }: AtomListing, ofEach: number): Html {
  const more = kinds.length - MAX_KINDS;
  return html`${kinds.slice(0, MAX_KINDS).map(
    ({ kind, atoms }, index) =>
      html`<section class="of-kind" aria-labelledby="kind-${index}"><h3 id="kind-${index}">${renderKind(kind)} <span class="faint">${formatNumber(atoms.length)}</span></h3>
${renderAtomLines(of, atoms.slice(0, ofEach))}${atoms.length > ofEach && html`<p class="small"><a href="${kindPath(of, kind)}">All ${countOfKind(atoms.length, kind)}</a></p>`}</section>`,
  )}${more > 0 && html`<p class="faint">Atoms of ${formatNumber(more)} more kinds are not shown here; the search finds them.</p>`}`;
}

/** Atoms, each a link with its first sentence. */
export function renderAtomLines({ name, version }: OfVersion, atoms: readonly AtomLine[]): Html {
  return html`<ul class="atom-lines">${atoms.map(
    ({ id, label, sentence }) =>
      html`<li><a href="${atomPagePath(name, version, id)}"${ofText(label)}>${renderLine(label)}</a>${sentence !== '' && html` <span${ofText(sentence)}>${renderLine(sentence)}</span>`}</li>`,
  )}</ul>`;
}

/** The number of atoms of each kind, as links. */
export function renderKindLinks(
  of: OfVersion,
  kinds: readonly { readonly kind: string; readonly count: number }[],
  current?: string,
): Html {
  const sorted = kinds.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
  const more = sorted.length - MAX_LINKED_KINDS;
  return html`<ul class="kind-links" aria-label="Kinds of atoms">${sorted
    .slice(0, MAX_LINKED_KINDS)
    .map(
      ({ kind, count }) =>
        html`<li><a href="${kindPath(of, kind)}"${kind === current && html` aria-current="page"`}>${renderKind(kind)} ${formatNumber(count)}</a></li>`,
    )}${more > 0 && html`<li><a href="${atomsPagePath(of.name, of.version)}">and ${formatNumber(more)} more</a></li>`}</ul>`;
}

/** The page with all atoms of a kind. */
export function kindPath({ name, version }: OfVersion, kind: string): string {
  return `${atomsPagePath(name, version)}?${new URLSearchParams({ kind })}`;
}
