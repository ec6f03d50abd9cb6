// Compares two texts: their lines, and the words within lines that were replaced.
import { diffSequences, type Replacement } from './diff-sequences.ts';

/** A piece of a line; whether the other text does not have it. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** A part of a comparison. Its texts may have several lines. */
export type TextPart =
  | { readonly type: 'same'; readonly text: string }
  /** Lines that both texts have, too far from a change to be shown. */
  | { readonly type: 'gap'; readonly lines: number }
  | { readonly type: 'old' | 'new'; readonly pieces: readonly Piece[] };

/** Lines shown before and after a change. */
const CONTEXT = 2;
/** Bounds of the algorithm; see {@link diffSequences}. */
const MAX_LINE_EDITS = 1000;
const MAX_WORD_EDITS = 400;
/** In characters of replaced lines: words of more are not compared. */
const MAX_WORDS_LENGTH = 16_000;
/** Below this share of common characters, marks of words are noise. */
const MIN_COMMON = 0.3;

/** Compares two texts, however their lines end. @returns nothing if they are the same */
export function diffText(before: string, after: string): TextPart[] {
  const [old, young] = [splitLines(before), splitLines(after)];
  const changes = diffSequences(old, young, MAX_LINE_EDITS);
  const parts: TextPart[] = [];
  let at = 0;
  for (const [index, change] of changes.entries()) {
    addSame(parts, young.slice(at, change.bFrom), { isFirst: index === 0, isLast: false });
    addReplacement(parts, old, young, change);
    at = change.bTo;
  }
  if (changes.length > 0) addSame(parts, young.slice(at), { isFirst: false, isLast: true });
  return parts;
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/);
}

function addSame(
  parts: TextPart[],
  lines: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): void {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  const hidden = lines.length - before - after;
  const add = (some: readonly string[]) => {
    // Empty lines at the edges say nothing.
    const text = some.join('\n').replace(/^\n+/, '').trimEnd();
    if (text.trim() !== '') parts.push({ type: 'same', text });
  };
  // Instead of a single line, a gap would save nothing.
  if (hidden <= 1) {
    add(lines);
    return;
  }
  add(lines.slice(0, before));
  parts.push({ type: 'gap', lines: hidden });
  add(lines.slice(lines.length - after));
}

function addReplacement(
  parts: TextPart[],
  old: readonly string[],
  young: readonly string[],
  { aFrom, aTo, bFrom, bTo }: Replacement,
): void {
  const pair = diffWords(old.slice(aFrom, aTo).join('\n'), young.slice(bFrom, bTo).join('\n'));
  if (aTo > aFrom) parts.push({ type: 'old', pieces: pair.old });
  if (bTo > bFrom) parts.push({ type: 'new', pieces: pair.young });
}

/** The pieces of both texts. Texts with little in common are one piece each. */
export function diffWords(before: string, after: string): { old: readonly Piece[]; young: readonly Piece[] } {
  const whole = { old: [{ text: before, isChanged: true }], young: [{ text: after, isChanged: true }] };
  if (before.length + after.length > MAX_WORDS_LENGTH) return whole;
  const [old, young] = [splitWords(before), splitWords(after)];
  const changes = joinAcrossSpaces(diffSequences(old, young, MAX_WORD_EDITS), old);
  const gone = changes.reduce((sum, { aFrom, aTo }) => sum + lengthOf(old, aFrom, aTo), 0);
  const come = changes.reduce((sum, { bFrom, bTo }) => sum + lengthOf(young, bFrom, bTo), 0);
  const common = Math.max(before.length - gone, after.length - come);
  if (common < MIN_COMMON * Math.min(before.length, after.length)) return whole;
  const sides = changes.map(
    ({ aFrom, aTo, bFrom, bTo }) => ({ old: [aFrom, aTo], young: [bFrom, bTo] }) as const,
  );
  return {
    old: toPieces(
      old,
      sides.map((side) => side.old),
    ),
    young: toPieces(
      young,
      sides.map((side) => side.young),
    ),
  };
}

/** Scripts that write words without spaces: each of their characters is a word. So are 1.0.0 and `-rc.1`. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+(?:[.](?=\p{N})\p{N}+)*|\s+|./gsv;

function splitWords(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** Two changes with nothing but a space between them are one for a reader. */
function joinAcrossSpaces(changes: readonly Replacement[], old: readonly string[]): Replacement[] {
  const joined: Replacement[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (last !== undefined && old.slice(last.aTo, change.aFrom).every((word) => word.trim() === ''))
      joined[joined.length - 1] = { ...last, aTo: change.aTo, bTo: change.bTo };
    else joined.push(change);
  }
  return joined;
}

function lengthOf(words: readonly string[], from: number, to: number): number {
  return words.slice(from, to).reduce((sum, { length }) => sum + length, 0);
}

function toPieces(words: readonly string[], changed: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isChanged: boolean) => {
    if (to > from) pieces.push({ text: words.slice(from, to).join(''), isChanged });
  };
  let at = 0;
  for (const [from, to] of changed) {
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, words.length, false);
  return pieces;
}
