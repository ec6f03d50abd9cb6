// Compares the words of two texts.
import { diffSequences, type Replacement } from './diff-sequences.ts';

/** A piece of a line; whether the other text does not have it. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

const MAX_WORD_EDITS = 400;
/** In characters of replaced lines: words of more are not compared. */
const MAX_WORDS_LENGTH = 16_000;
/** Below this share of common characters, marks of words are noise. */
const MIN_COMMON = 0.3;

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
  const oldChanges = changes.map(({ aFrom, aTo }) => [aFrom, aTo] as const);
  const newChanges = changes.map(({ bFrom, bTo }) => [bFrom, bTo] as const);
  return { old: toPieces(old, oldChanges), young: toPieces(young, newChanges) };
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
