// The form of every answer: lines of facts by us, an empty line, then the words of authors. Facts have no empty line and
// authors' words in them fill no line of their own, so nothing that an author writes can pass for a fact.
import { createHiddenBudget, escapeHidden } from '@prime-registry/protocol';
import type { KnownAtom, LocatedAtom } from '../../source/known-prime.ts';

/** Between the facts of a line. */
export const BETWEEN = ' · ';

/** Hexadecimal digits of a digest in a line, of 64. */
const SHOWN_DIGITS = 12;

/**
 * An answer of facts, and what authors wrote, if anything. Each fact is one line, whatever a source says in the place of
 * an id, a version or an address.
 */
export function joinAnswer(facts: readonly string[], content: string): string {
  const lines = facts.map(toOneLine).join('\n');
  return content === '' ? lines : `${lines}\n\n${content}`;
}

/** Facts in one line. */
export function joinFacts(facts: readonly string[]): string {
  return toOneLine(facts.join(BETWEEN));
}

/** The text without hidden characters, line ends as spaces. */
export function toOneLine(text: string): string {
  return escapeHidden(text, createHiddenBudget()).replaceAll(/[\t\n\r]+/g, ' ');
}

/** The header line of an atom, as in tools and documents. */
export function formatAtomHeader(atom: Pick<KnownAtom, 'id' | 'kind'>, prime: LocatedAtom['prime']): string {
  const version = `${prime.name} ${prime.version}`;
  return joinFacts([atom.id, toLine(atom.kind, 64), version, ...formatPlace(prime)]);
}

/** Where a version is from and whether it should still be used. */
export function formatPlace(prime: Omit<LocatedAtom['prime'], 'name' | 'version'>): string[] {
  return [
    `sha256:${prime.sha256.slice(0, SHOWN_DIGITS)}…`,
    ...(prime.logIndex === undefined ? [] : [`log ${prime.logIndex}`]),
    prime.from,
    ...(prime.yanked ? ['yanked'] : []),
    ...(prime.deprecated === undefined ? [] : ['deprecated']),
  ];
}

/** Words of an author as a part of a line: hidden characters shown, single spaces, cut with a `…`. */
export function toLine(text: string, maxLength: number): string {
  const line = escapeHidden(text.slice(0, 4 * maxLength), createHiddenBudget())
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`.replace(/ …$/, '…');
}

/** A number of tokens as in `250 tok`. */
export function formatTokens(tokens: number): string {
  return `${tokens} tok`;
}

/** The line of an atom in a list; its tokens are those of the core text. */
export function formatAtomLine({ id, kind, tokens, description }: KnownAtom): string {
  const words = toLine(description, MAX_ATOM_DESCRIPTION);
  return joinFacts([id, toLine(kind, 64), formatTokens(tokens.core), ...(words === '' ? [] : [words])]);
}

const MAX_ATOM_DESCRIPTION = 160;
