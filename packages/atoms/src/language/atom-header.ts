// Parses the first line of an atom: `rule PreferConst {`.
import type { SourceCursor } from './source-cursor.ts';

export interface AtomHeader {
  readonly kind: string;
  /** Empty if there is none. */
  readonly name: string;
  readonly offset: number;
}

/**
 * Parses `kind Name {` and leaves the cursor at the brace. A type after the name, as in `unit Name : Threat
 * {` or `prime Name extends Rule {`, is the kind. Undefined if this is not a header; the cursor is then
 * anywhere in it.
 */
export function readAtomHeader(cursor: SourceCursor): AtomHeader | undefined {
  const { offset } = cursor;
  const keyword = cursor.readWord('-');
  if (!/^[A-Za-z]/.test(keyword)) return undefined;
  cursor.skipSpaces();
  const name = cursor.readWord('-');
  const type = name === '' ? '' : readType(cursor);
  cursor.skipSpaces();
  if (type === undefined) return undefined;
  // The brace may be on the next line.
  if (cursor.peek() === '\n') cursor.skipLineBreakAndIndent();
  if (cursor.peek() !== '{') return undefined;
  return { kind: toKebabCase(type === '' ? keyword : type), name, offset };
}

/**
 * Whether the line that begins here can only be the first one of an atom. It ends an atom that is never
 * closed.
 */
export function isAtomLine(cursor: SourceCursor): boolean {
  if (!cursor.isAtLineStart) return false;
  const { offset } = cursor;
  const header = readAtomHeader(cursor);
  const isOnOneLine = header !== undefined && !cursor.text.slice(offset, cursor.offset).includes('\n');
  cursor.offset = offset;
  return isOnOneLine && header.name !== '';
}

/** The type after a name; empty if there is none, undefined if there is something else. */
function readType(cursor: SourceCursor): string | undefined {
  cursor.skipSpaces();
  if (cursor.peek() === ':') cursor.offset += 1;
  else {
    const word = cursor.readWord('-');
    if (word === '') return '';
    if (word !== 'extends') return undefined;
  }
  cursor.skipSpaces();
  return cursor.readWord('-') || undefined;
}

/** `AntiPattern` becomes `anti-pattern`. */
function toKebabCase(word: string): string {
  return word.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
