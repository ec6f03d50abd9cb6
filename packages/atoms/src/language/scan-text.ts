// Scans texts: three forms with several lines, and one with a single line.
import type { SourceCursor } from './source-cursor.ts';

/** A text, with the cursor after it; or an error and its offset. */
export type ScannedText = { readonly text: string } | { readonly offset: number; readonly message: string };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' };

/** `"…"`, on one line. */
export function scanQuoted(cursor: SourceCursor): ScannedText {
  const { text: source, offset: start } = cursor;
  const end = findClosingQuote(source, start);
  if (end === undefined) {
    const message = `this text is not closed on its line; close it with '"', or write a text of several lines between '"""'`;
    return { offset: start, message };
  }
  cursor.offset = end + 1;
  const raw = source.slice(start + 1, end);
  return { text: raw.includes('\\') ? resolveEscapes(raw) : raw };
}

/** The offset of the closing quote; undefined if it is not on the same line. */
export function findClosingQuote(source: string, start: number): number | undefined {
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '"') return at;
    if (source[at] === '\\' && source[at + 1] !== '\n') at += 1;
  }
  return undefined;
}

/** An unknown escape stays as it is, such as `\d` in a pattern. */
function resolveEscapes(raw: string): string {
  return raw.replaceAll(/\\(u[0-9A-Fa-f]{4}|[\s\S])/g, (whole, code: string) =>
    code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? whole),
  );
}

/** `"""…"""`. The common indentation belongs to the file and is removed. */
export function scanTripleQuoted(cursor: SourceCursor): ScannedText {
  const start = cursor.offset;
  const end = cursor.text.indexOf('"""', start + 3);
  if (end === -1) {
    return { offset: start, message: `this text is never closed; close it with '"""'` };
  }
  cursor.offset = end + 3;
  const [first = '', ...rest] = cursor.text.slice(start + 3, end).split('\n');
  const isBlank = first.trim() === '';
  return { text: isBlank ? dedent(rest) : `${first.trimStart()}\n${dedent(rest)}`.trimEnd() };
}

/** `|` at the end of a line: the following lines that are indented more than the one with the `|`. */
export function scanBlock(cursor: SourceCursor): ScannedText {
  const indent = cursor.indentOfLine();
  const lines: string[] = [];
  cursor.toLineEnd();
  let end = cursor.offset;
  while (!cursor.isAtEnd) {
    cursor.offset += 1;
    const line = cursor.text.slice(cursor.offset, cursor.lineEnd());
    const isBlank = line.trim() === '';
    if (!isBlank && indentOf(line) <= indent) break;
    lines.push(line);
    cursor.toLineEnd();
    if (!isBlank) end = cursor.offset;
  }
  cursor.offset = end;
  return { text: dedent(lines) };
}

/** Lines that begin with `|`. */
export function scanPiped(cursor: SourceCursor): ScannedText {
  const lines: string[] = [];
  for (;;) {
    lines.push(cursor.text.slice(cursor.offset + 1, cursor.lineEnd()));
    cursor.toLineEnd();
    const end = cursor.offset;
    cursor.skipLineBreakAndIndent();
    if (cursor.peek() === '|') continue;
    cursor.offset = end;
    return { text: dedent(lines) };
  }
}

/** Removes the common indentation, and blank lines at both ends. A line of spaces is blank. */
function dedent(given: readonly string[]): string {
  const lines = given.map((line) => (line.trim() === '' ? '' : line));
  const indent = lines.reduce(
    (least, line) => (line === '' ? least : Math.min(least, indentOf(line))),
    Number.POSITIVE_INFINITY,
  );
  const text = lines.map((line) => line.slice(indent)).join('\n');
  return text.replace(/^\n+/, '').trimEnd();
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent += 1;
  return indent;
}
