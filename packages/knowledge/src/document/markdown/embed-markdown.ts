// Embeds Markdown of authors in a document of ours. Nothing in it may look like a part of the document, end it or
// hide the rest: headings move below the heading above, open code blocks are closed, HTML is text.
// It follows the blocks of CommonMark 0.31.2 (appendix, "Phase 1: block structure"), because only the containers of a
// line tell whether it is a heading or code.
import { BlockLine } from './block-line.ts';
import { escapeHtml } from './escape-html.ts';

/** Deeper blocks are paragraphs: nobody writes them, and each line costs time for each of its containers. */
const MAX_CONTAINERS = 64;
const MAX_HEADING_LEVEL = 6;
const INDENTED_CODE = 4;

type Container = { readonly type: 'quote' } | ListItem;

interface ListItem {
  readonly type: 'item';
  /** How far its contents are indented. */
  readonly width: number;
  hasContents: boolean;
}

type Leaf =
  | { readonly type: 'none' | 'indented' }
  | { readonly type: 'fence'; readonly mark: string }
  | Paragraph;

interface Paragraph {
  readonly type: 'paragraph';
  readonly lines: { readonly prefix: string; readonly content: string }[];
  /** Whether some renderers make a table of it. */
  isTable: boolean;
}

const LIST_MARK = /^(\d{1,9}(?=[.)])|)([*+-]|(?<=\d)[.)])(?=[ \t]|$)/;
/**
 * The second row of a table. Some renderers look for tables before all other blocks: below a heading, a mark of a list
 * or a line of code, such a row would make a table of them.
 */
const DELIMITER_ROW = /^[|:-][ \t|:-]*$/;

const NONE: Leaf = { type: 'none' };

/** @param topLevel - the level of the author's highest headings, 1 to 6 */
export function embedMarkdown(text: string, topLevel: number): string {
  const embedding = new Embedding(topLevel);
  for (const line of text.split(/\r\n|\n|\r/)) embedding.add(line);
  return embedding.end();
}

class Embedding {
  readonly #topLevel: number;
  readonly #out: string[] = [];
  readonly #containers: Container[] = [];
  #leaf: Leaf = NONE;

  constructor(topLevel: number) {
    this.#topLevel = topLevel;
  }

  add(text: string): void {
    const line = new BlockLine(text);
    const matched = this.#matchContainers(line);
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#goesOn(line)) return;
    const isLazy = !isWhole && this.#leaf.type === 'paragraph';
    let isOpen = !isWhole;
    // Closes the containers that the line does not continue, once it is known to continue no paragraph either.
    const close = (): void => {
      if (isOpen) this.#closeTo(matched);
      isOpen = false;
    };
    while (this.#openContainer(line, close, isOpen)) {}
    this.#addLeaf(line, close, isOpen && isLazy);
  }

  end(): string {
    if (this.#leaf.type === 'fence' && this.#containers.length === 0) this.#out.push(this.#leaf.mark);
    this.#closeLeaf();
    return this.#out.join('\n').trimEnd();
  }

  /** Moves over the marks of the open containers. @returns how many the line continues */
  #matchContainers(line: BlockLine): number {
    for (const [index, container] of this.#containers.entries()) {
      const { width, end } = line.indent;
      const isBlank = end === line.text.length;
      if (container.type === 'quote') {
        if (width >= INDENTED_CODE || line.text[end] !== '>') return index;
        skipQuoteMark(line, width);
      } else if (isBlank) {
        if (!container.hasContents) return index;
        line.skipSpace(width);
      } else {
        if (width < container.width) return index;
        line.skipSpace(container.width);
      }
    }
    return this.#containers.length;
  }

  /** Whether the line belongs to the open code block; then it is taken as it is. */
  #goesOn(line: BlockLine): boolean {
    const { width, end } = line.indent;
    if (this.#leaf.type === 'fence') {
      this.#out.push(line.text);
      const { mark } = this.#leaf;
      const rest = line.restFrom(end);
      const run = /^(?:`+|~+)(?=[ \t]*$)/.exec(rest)?.[0] ?? '';
      if (width < INDENTED_CODE && run.length >= mark.length && run[0] === mark[0]) this.#leaf = NONE;
      return true;
    }
    if (this.#leaf.type !== 'indented') return false;
    if (width < INDENTED_CODE && end < line.text.length) {
      this.#leaf = NONE;
      return false;
    }
    this.#out.push(line.text);
    return true;
  }

  /** @returns whether the line opens a block quote or a list item here */
  #openContainer(line: BlockLine, close: () => void, isOpen: boolean): boolean {
    const { width, end } = line.indent;
    if (width >= INDENTED_CODE || this.#containers.length >= MAX_CONTAINERS) return false;
    const rest = line.restFrom(end);
    if (rest.startsWith('>')) {
      close();
      this.#closeLeaf();
      skipQuoteMark(line, width);
      this.#push({ type: 'quote' });
      return true;
    }
    const isParagraph = !isOpen && this.#leaf.type === 'paragraph';
    if (isThematicBreak(rest) || (isParagraph && /^-+[ \t]*$/.test(rest))) return false;
    const mark = LIST_MARK.exec(rest)?.[0];
    if (mark === undefined) return false;
    const isEmpty = /^[ \t]*$/.test(rest.slice(mark.length));
    if (isParagraph && (isEmpty || (mark.length > 1 && Number.parseInt(mark, 10) !== 1))) return false;
    close();
    this.#closeLeaf();
    line.skipSpace(width);
    line.skip(mark.length);
    const after = line.indent.width;
    const padding = isEmpty || after > INDENTED_CODE ? 1 : after;
    line.skipSpace(padding);
    this.#push({ type: 'item', width: width + mark.length + padding, hasContents: false });
    return true;
  }

  #addLeaf(line: BlockLine, close: () => void, isLazy: boolean): void {
    const { width, end } = line.indent;
    const rest = line.restFrom(end);
    if (rest === '') {
      close();
      this.#closeLeaf();
      this.#out.push(line.text);
      return;
    }
    if (width >= INDENTED_CODE) {
      if (isLazy || this.#leaf.type === 'paragraph') this.#addText(line, end, isLazy);
      else {
        close();
        this.#takeLine(line, { type: 'indented' });
      }
      return;
    }
    const heading = /^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0];
    const fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(rest)?.[0];
    const underline = /^(?:=+|-+)(?=[ \t]*$)/.exec(rest)?.[0];
    if (heading !== undefined) {
      close();
      this.#closeLeaf();
      const [content = ''] = escapeHtml([rest.slice(heading.length)]);
      this.#takeLine(line, NONE, line.text.slice(0, end) + this.#marksOf(heading.length) + content);
    } else if (fence !== undefined) {
      close();
      this.#closeLeaf();
      const info = rest.slice(fence.length).replaceAll('|', '&#124;');
      this.#takeLine(line, { type: 'fence', mark: fence }, line.text.slice(0, end) + fence + info);
    } else if (underline !== undefined && !isLazy && this.#leaf.type === 'paragraph') {
      this.#closeAsHeading(underline.startsWith('=') ? 1 : 2);
    } else if (isThematicBreak(rest)) {
      close();
      this.#closeLeaf();
      this.#takeLine(line, NONE);
    } else {
      if (!isLazy) close();
      this.#addText(line, end, isLazy);
    }
  }

  /** Adds a line to the open paragraph, or begins one. */
  #addText(line: BlockLine, end: number, isLazy: boolean): void {
    const leaf = this.#leaf.type === 'paragraph' ? this.#leaf : beginParagraph();
    const above = leaf.lines.at(-1);
    const prefix = line.text.slice(0, end);
    const content = line.text.slice(end);
    const isBelow = !isLazy && above !== undefined && /^[ \t>]*$/.test(above.prefix);
    const isRow = DELIMITER_ROW.test(content);
    // It ends a table, but not a paragraph: renderers disagree.
    const shown = leaf.isTable ? content.replace(LIST_MARK, '$1\\$2') : content;
    leaf.lines.push({ prefix, content: isRow && !isBelow ? `\\${content}` : shown });
    leaf.isTable ||= isRow && isBelow;
    if (leaf === this.#leaf) return;
    this.#fillItem();
    this.#leaf = leaf;
  }

  #takeLine(line: BlockLine, leaf: Leaf, text = line.text): void {
    this.#fillItem();
    this.#out.push(text);
    this.#leaf = leaf;
  }

  #push(container: Container): void {
    this.#fillItem();
    this.#containers.push(container);
  }

  /** The innermost container gets contents. */
  #fillItem(): void {
    const container = this.#containers.at(-1);
    if (container?.type === 'item') container.hasContents = true;
  }

  #closeTo(count: number): void {
    this.#closeLeaf();
    this.#containers.length = count;
  }

  #closeLeaf(): void {
    if (this.#leaf.type === 'paragraph') {
      const { lines } = this.#leaf;
      const contents = escapeHtml(lines.map(({ content }) => content));
      // A definition would hide, and would hold for the links of other authors in the document, too.
      const mark = isDefinition(contents) ? '\\' : '';
      for (const [index, { prefix }] of lines.entries())
        this.#out.push(prefix + (index === 0 ? mark : '') + contents[index]);
    }
    this.#leaf = NONE;
  }

  /** An underlined heading has no levels below the second: it becomes one with marks, on one line. */
  #closeAsHeading(level: number): void {
    if (this.#leaf.type !== 'paragraph') return;
    const { lines } = this.#leaf;
    const contents = escapeHtml(lines.map(({ content }) => content.trim()));
    const content = contents.join(' ').replace(/\\$/, '');
    const marks = this.#marksOf(level);
    // Marks at its end would be taken for closing ones.
    this.#out.push(`${lines[0]?.prefix}${marks} ${content}${content.endsWith('#') ? ` ${marks}` : ''}`);
    this.#leaf = NONE;
  }

  #marksOf(level: number): string {
    return '#'.repeat(Math.min(MAX_HEADING_LEVEL, level + this.#topLevel - 1));
  }
}

function beginParagraph(): Paragraph {
  return { type: 'paragraph', lines: [], isTable: false };
}

function skipQuoteMark(line: BlockLine, width: number): void {
  line.skipSpace(width);
  line.skip(1);
  line.skipSpace(1);
}

/** Whether a paragraph may begin with a definition of a link (CommonMark, section 4.7) or of a footnote. */
function isDefinition(lines: readonly string[]): boolean {
  return lines[0]?.startsWith('[') === true && lines.some((line) => line.includes(']:'));
}

function isThematicBreak(rest: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/.test(rest);
}
