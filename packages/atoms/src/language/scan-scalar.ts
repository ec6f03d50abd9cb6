// Scans a value that is neither a list nor an object.
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

/** The container of a value: it decides what may follow on the same line. */
export type Place = 'object' | 'list';

export type ScannedScalar =
  | { readonly scalar: SourceScalar; readonly warning?: SourceProblem }
  | { readonly error: SourceProblem };

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
    cursor.offset += 1;
    const id = `@${cursor.readWord('-./')}`;
    if (isAtItemEnd(cursor, place)) return toReference(id, offset);
  }
  cursor.offset = offset;
  return toScalar('word', { text: scanExpression(cursor) }, offset);
}

function toScalar(type: 'text' | 'word', scanned: ScannedText, offset: number): ScannedScalar {
  if (!('text' in scanned)) return { error: { severity: 'error', ...scanned } };
  const hidden = findHiddenInText(scanned.text);
  if (hidden === undefined) return { scalar: { type, text: scanned.text, offset } };
  const message = `this value has the unprintable character ${describeCharacter(hidden)}; remove it`;
  return { error: { severity: 'error', offset, message } };
}

/** An invalid reference is a word. */
function toReference(text: string, offset: number): ScannedScalar {
  const parsed = parseAtomId(text);
  if (parsed.ok) return { scalar: { type: 'reference', text, offset } };
  const message = `this is not a reference to an atom: ${parsed.message}; put ${quote(text)} in quotes if it is a text`;
  return { scalar: { type: 'word', text, offset }, warning: { severity: 'warning', offset, message } };
}

/** `|` at the end of its line, or followed only by `-` or `+` as in YAML. */
function isBlockMark({ text, offset }: SourceCursor): boolean {
  let at = offset + 1;
  if (text[at] === '-' || text[at] === '+') at += 1;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at >= text.length || text[at] === '\n';
}

/** Whether this value ends here. The cursor does not move. */
function isAtItemEnd(cursor: SourceCursor, place: Place): boolean {
  const { offset } = cursor;
  cursor.skipSpaces();
  const next = cursor.peek();
  const isEnd = next === '' || ',]}\n'.includes(next) || cursor.startsWith('//') || cursor.startsWith('/*');
  // A missing comma.
  const isNext = place === 'list' ? '"@{['.includes(next) : isKey(cursor);
  cursor.offset = offset;
  return isEnd || isNext;
}

/** Whether a key and its colon follow. The cursor moves. */
export function isKey(cursor: SourceCursor): boolean {
  if (cursor.readWord('-.') === '') return false;
  cursor.skipSpaces();
  return cursor.peek() === ':';
}

/**
 * Any other text on the line: words, numbers with units, ranges, unions, calls. It ends at the end of the
 * line, at a comment, a comma or a closing bracket; within its own brackets and quotes only at the end of the
 * line.
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
      // If one quote is not closed on this line, later ones are not either. Searching for each takes
      // quadratic time.
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

/** A comment in an expression has a space before it; the `//` of a URL has none. */
function isComment(text: string, at: number): boolean {
  const isMark = text[at + 1] === '/' || text[at + 1] === '*';
  return isMark && (text[at - 1] === ' ' || text[at - 1] === '\t');
}
