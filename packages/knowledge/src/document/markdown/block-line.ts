// A line of Markdown with a place in it, which moves through the marks of blocks (CommonMark 0.31.2, section 2.2:
// tabs count as spaces up to the next column that is a multiple of 4).

const TAB_STOP = 4;

/** White space from a place on. */
interface Indent {
  /** In columns. */
  readonly width: number;
  /** The index of what follows. */
  readonly end: number;
}

export class BlockLine {
  readonly text: string;
  /** The index of the place. */
  at = 0;
  /** Its column; within a tab, the column in the tab. */
  #column = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The white space at the place. */
  get indent(): Indent {
    let column = this.#column;
    let end = this.at;
    for (; end < this.text.length; end += 1) {
      const unit = this.text[end];
      if (unit === ' ') column += 1;
      else if (unit === '\t') column += TAB_STOP - (column % TAB_STOP);
      else break;
    }
    return { width: column - this.#column, end };
  }

  /** Moves over marks, which contain no tabs. */
  skip(length: number): void {
    this.at += length;
    this.#column += length;
  }

  /** Moves over white space, at most this many columns. A tab may be left in part. */
  skipSpace(columns: number): void {
    const to = this.#column + columns;
    while (this.#column < to) {
      const unit = this.text[this.at];
      if (unit === '\t') {
        const next = this.#column + TAB_STOP - (this.#column % TAB_STOP);
        this.#column = Math.min(next, to);
        if (next > to) return;
      } else if (unit === ' ') this.#column += 1;
      else return;
      this.at += 1;
    }
  }

  /** What is behind the white space at the place. */
  restFrom(end: number): string {
    return this.text.slice(end);
  }
}
