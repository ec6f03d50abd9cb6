// The line that an atom begins with: `rule PreferConst {`.
import type { SourceCursor } from './source-cursor.ts';

/** What stands in front of the brace. */
export interface AtomHeader {
  readonly kind: string;
  /** Empty when there is none. */
  readonly name: string;
  readonly offset: number;
}

/**
 * Reads `kind Name {`, and leaves the cursor at the brace. A type behind the name, `unit Name : Threat {` or
 * `prime Name extends Rule {`, is the kind. Undefined when this is no header; the cursor is then anywhere in it.
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
  // The brace may stand on the next line.
  if (cursor.peek() === '\n') cursor.skipLineBreakAndIndent();
  if (cursor.peek() !== '{') return undefined;
  return { kind: toKebabCase(type === '' ? keyword : type), name, offset };
}

/** Whether a line begins here that can only be the first one of an atom. It is how an atom that is never closed ends. */
export function isAtomLine(cursor: SourceCursor): boolean {
  if (!cursor.isAtLineStart) return false;
  const { offset } = cursor;
  const header = readAtomHeader(cursor);
  const isOnOneLine = header !== undefined && !cursor.text.slice(offset, cursor.offset).includes('\n');
  cursor.offset = offset;
  return isOnOneLine && header.name !== '';
}

/** The type behind a name; empty when there is none, undefined when something else stands there. */
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

/** `AntiPattern` is written `anti-pattern` elsewhere. */
function toKebabCase(word: string): string {
  return word.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
