// Compares two texts: their lines, and the words within lines that were replaced.
import { diffSequences, type Replacement } from './diff-sequences.ts';
import { diffWords, type Piece } from './diff-words.ts';

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
