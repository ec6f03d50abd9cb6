// Escapes JavaScript so that it has only ASCII characters. A program that has one character beyond Latin-1, a dash in an
// error message, is kept in two bytes for each of its characters by V8.

/** JavaScript in which an escape would mean something else than the character. */
const UNESCAPABLE = /(?<!\\)(?:\\\\)*\\[\u0080-\uffff]|\bString\.raw`[^`]*[\u0080-\uffff]/;

/**
 * Escapes the characters beyond ASCII in texts, regular expressions and names; in comments, too.
 * @throws Error if one follows a backslash, or is in a raw text
 */
export function toAscii(code: string): string {
  const found = UNESCAPABLE.exec(code)?.[0];
  if (found !== undefined) throw new Error(`cannot be escaped: ${found.slice(0, 200)}`);
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
