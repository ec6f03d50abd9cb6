// Makes the HTML in a paragraph of Markdown text: a renderer that lets HTML through would hide comments, and an open
// element would change what follows it.

/** Where HTML begins (CommonMark, sections 4.6 and 6.6). */
const HTML_STARTS = /[A-Za-z/!?]/;
/** A link in angle brackets (section 6.5). */
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255})>/y;
/** The second row of a table. */
const TABLE_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)?$/;

/**
 * Escapes HTML, except in code spans, where it is text anyway. At the beginning of a line, it is escaped in any case:
 * there it would begin a block.
 * @param lines - of one paragraph or heading, each without the marks of its blocks
 */
export function escapeHtml(lines: readonly string[]): string[] {
  if (!lines.some((line) => line.includes('<'))) return [...lines];
  // A code span ends with its cell.
  if (lines.some((line) => TABLE_ROW.test(line.trim()))) {
    return lines.map((line) =>
      line
        .split('|')
        .map((cell) => escapeInline(cell))
        .join('|'),
    );
  }
  return escapeInline(lines.join('\n')).split('\n');
}

function escapeInline(text: string): string {
  if (!text.includes('<')) return text;
  const spans = new CodeSpans(text);
  let out = '';
  let from = 0;
  let spanEnd = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    const isCode = at < spanEnd;
    if (unit === '\\' && !isCode) at += 1;
    else if (unit === '`' && !isCode) {
      const end = spans.endOf(at);
      if (end !== undefined) spanEnd = end;
      at = spans.runEnd(at) - 1;
    } else if (unit === '<' && HTML_STARTS.test(text[at + 1] ?? '')) {
      AUTOLINK.lastIndex = at;
      const isLink = !isCode && AUTOLINK.test(text);
      if (isLink) at = AUTOLINK.lastIndex - 1;
      else if (!isCode || isLineStart(text, at)) {
        out += `${text.slice(from, at)}\\`;
        from = at;
      }
    }
  }
  return out + text.slice(from);
}

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '\t') before -= 1;
  return before < 0 || text[before] === '\n';
}

/** Finds code spans (section 6.1) in linear time. */
class CodeSpans {
  readonly #text: string;
  /** The beginnings of the runs of backticks, by length, in descending order. */
  readonly #starts: Map<number, number[]>;

  constructor(text: string) {
    this.#text = text;
    const runs = [...text.matchAll(/`+/g)].reverse();
    const byLength = Map.groupBy(runs, ([{ length }]) => length);
    this.#starts = new Map([...byLength].map(([length, some]) => [length, some.map(({ index }) => index)]));
  }

  /** The end of the run of backticks that begins here. */
  runEnd(at: number): number {
    let end = at;
    while (this.#text[end] === '`') end += 1;
    return end;
  }

  /** The end of the code span that begins here; undefined if nothing ends it. Called with increasing places. */
  endOf(at: number): number | undefined {
    const length = this.runEnd(at) - at;
    const starts = this.#starts.get(length) ?? [];
    while ((starts.at(-1) ?? Number.POSITIVE_INFINITY) <= at) starts.pop();
    const start = starts.at(-1);
    return start === undefined ? undefined : start + length;
  }
}
