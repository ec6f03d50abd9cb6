// One value that is neither a list nor an object.
import { describeCharacter, findHiddenInText, quote } from '@prime-registry/protocol';
import { parseAtomId } from '../atom-id.ts';
import {
  findClosingQuote,
  type ScannedText,
  scanBlock,
  scanPiped,
  scanQuoted,
  scanTripleQuoted,
} from './scan-text.ts';
import type { SourceCursor } from './source-cursor.ts';
import type { SourceProblem, SourceScalar } from './source-value.ts';

/** Where a value stands decides what may follow it on its line. */
export type Place = 'object' | 'list';

/** A value; or the one thing that is wrong, which is an error. */
export type ScannedScalar =
  | { readonly scalar: SourceScalar; readonly warning?: SourceProblem }
  | { readonly error: SourceProblem };

/** Reads the value that begins here. */
export function scanScalar(cursor: SourceCursor, place: Place): ScannedScalar {
  const { offset } = cursor;
  if (cursor.startsWith('"""')) return toScalar('text', scanTripleQuoted(cursor), offset);
  if (cursor.peek() === '|') {
    return toScalar('text', isBlockMark(cursor) ? scanBlock(cursor) : scanPiped(cursor), offset);
  }
  if (cursor.peek() === '"') {
    const scanned = scanQuoted(cursor);
    if (!('text' in scanned) || isAtItemEnd(cursor, place)) return toScalar('text', scanned, offset);
  }
  if (cursor.peek() === '@') {
    const id = `@${skipAndReadWord(cursor)}`;
    if (isAtItemEnd(cursor, place)) return toReference(id, offset);
  }
  cursor.offset = offset;
  return toScalar('word', { text: scanExpression(cursor) }, offset);
}

function skipAndReadWord(cursor: SourceCursor): string {
  cursor.offset += 1;
  return cursor.readWord('-./');
}

function toScalar(type: 'text' | 'word', scanned: ScannedText, offset: number): ScannedScalar {
  if (!('text' in scanned)) return { error: { severity: 'error', ...scanned } };
  const hidden = findHiddenInText(scanned.text);
  if (hidden === undefined) return { scalar: { type, text: scanned.text, offset } };
  const message = `the value that begins here has the unprintable character ${describeCharacter(hidden)}; take it out`;
  return { error: { severity: 'error', offset, message } };
}

/** What only looks like a reference is a word. */
function toReference(text: string, offset: number): ScannedScalar {
  const parsed = parseAtomId(text);
  if (parsed.ok) return { scalar: { type: 'reference', text, offset } };
  const message = `this is no reference to an atom: ${parsed.message}; put ${quote(text)} in quotes if it is a text`;
  return { scalar: { type: 'word', text, offset }, warning: { severity: 'warning', offset, message } };
}

/** `|` with nothing behind it on its line, or only a sign as YAML has it. */
function isBlockMark({ text, offset }: SourceCursor): boolean {
  let at = offset + 1;
  if (text[at] === '-' || text[at] === '+') at += 1;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at >= text.length || text[at] === '\n';
}

/** Whether nothing more of this value follows on the line; what follows instead is left for whoever reads on. */
function isAtItemEnd(cursor: SourceCursor, place: Place): boolean {
  const { offset } = cursor;
  cursor.skipSpaces();
  const next = cursor.peek();
  const isEnd = next === '' || ',]}\n'.includes(next) || cursor.startsWith('//') || cursor.startsWith('/*');
  // A comma was left out.
  const isNext = place === 'list' ? '"@{['.includes(next) : isKey(cursor);
  cursor.offset = offset;
  return isEnd || isNext;
}

/** Whether a key and its colon stand here. The cursor moves. */
export function isKey(cursor: SourceCursor): boolean {
  if (cursor.readWord('-.') === '') return false;
  cursor.skipSpaces();
  return cursor.peek() === ':';
}

/**
 * Whatever else stands on the line: words, numbers with units, ranges, unions, calls. It ends at the end of the line, a
 * comment, a comma or a closing bracket; within brackets and quotes of its own, only at the end of the line.
 */
function scanExpression(cursor: SourceCursor): string {
  const { text, offset: start } = cursor;
  let depth = 0;
  let at = start;
  let isOpen = false;
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' && !isOpen) {
      const end = findClosingQuote(text, at);
      // Where one is not closed on its line, none behind it is: each would look through all of the line.
      isOpen = end === undefined;
      at = end ?? at;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth > 0) depth -= 1;
      else if (character !== ')') break;
    } else if (character === ',' && depth === 0) break;
    else if (character === '/' && isComment(text, at) && at > start) break;
  }
  cursor.offset = at;
  return text.slice(start, at).trimEnd();
}

/** A comment in an expression has a space in front, which the `//` of an address has not. */
function isComment(text: string, at: number): boolean {
  const isMark = text[at + 1] === '/' || text[at + 1] === '*';
  return isMark && (text[at - 1] === ' ' || text[at - 1] === '\t');
}
