// A position in the text of a source, and the basic steps of the parser. No step moves back.

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class SourceCursor {
  readonly text: string;
  offset: number;

  constructor(text: string, offset = 0) {
    this.text = text;
    this.offset = offset;
  }

  get isAtEnd(): boolean {
    return this.offset >= this.text.length;
  }

  /** The character here; empty at the end. */
  peek(): string {
    return this.text[this.offset] ?? '';
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.offset);
  }

  /** Skips spaces and tabs. */
  skipSpaces(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.offset);
      if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) return;
      this.offset += 1;
    }
  }

  skipLineBreakAndIndent(): void {
    if (this.text.charCodeAt(this.offset) === LINE_FEED) this.offset += 1;
    this.skipSpaces();
  }

  /** The end of this line. */
  lineEnd(): number {
    const end = this.text.indexOf('\n', this.offset);
    return end === -1 ? this.text.length : end;
  }

  toLineEnd(): void {
    this.offset = this.lineEnd();
  }

  /** The indentation of the current line. */
  indentOfLine(): number {
    const start = this.text.lastIndexOf('\n', this.offset - 1) + 1;
    const line = new SourceCursor(this.text, start);
    line.skipSpaces();
    return line.offset - start;
  }

  get isAtLineStart(): boolean {
    return this.offset === 0 || this.text.charCodeAt(this.offset - 1) === LINE_FEED;
  }

  /** Reads letters, digits, `_` and the characters in `more`; empty if there are none. */
  readWord(more: string): string {
    const start = this.offset;
    while (!this.isAtEnd && isWordCode(this.text.charCodeAt(this.offset), more)) this.offset += 1;
    return this.text.slice(start, this.offset);
  }

  /** Skips a comment that begins here. @returns false if there is none, 'open' if it has no end */
  skipComment(): boolean | 'open' {
    if (this.startsWith('//')) {
      this.toLineEnd();
      return true;
    }
    if (!this.startsWith('/*')) return false;
    const end = this.text.indexOf('*/', this.offset + 2);
    if (end === -1) return 'open';
    this.offset = end + 2;
    return true;
  }
}

function isWordCode(code: number, more: string): boolean {
  const lower = code | 0x20;
  if ((lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f) return true;
  return code < 0x80 && more.includes(String.fromCharCode(code));
}
