// A list of tokens in which every element that is opened is closed, in the right order: elements of authors' HTML end
// at the latest where the block of Markdown ends that they are in.
import type { StateCore, Token } from 'markdown-it';

interface OpenElement {
  /** The name of its kind of token, or its tag. */
  readonly name: string;
  readonly origin: 'markdown' | 'html';
  readonly level: 'block' | 'text';
  /** The HTML that closes it; undefined for elements that the parser writes. */
  readonly end: string | undefined;
  /** How it is closed if nothing in the text does. */
  readonly close: () => Token;
}

/** What ends a link. */
export const LINK_END = '</a>';

/** Elements of HTML within each other; the tags of deeper ones are text. */
const MAX_DEPTH = 12;

export class TokenList {
  readonly tokens: Token[] = [];
  readonly #state: StateCore;
  readonly #open: OpenElement[] = [];

  constructor(state: StateCore) {
    this.#state = state;
  }

  /** Adds HTML that is written as it is. */
  write(text: string): void {
    this.tokens.push(rawToken(this.#state, text));
  }

  /** Adds a token of Markdown; an element may be written differently. */
  add(token: Token, written?: { readonly start: string; readonly end: string }): void {
    if (token.nesting === 0) this.tokens.push(token);
    else if (token.nesting === 1) this.#openMarkdown(token, written);
    else this.#closeMarkdown(token);
  }

  #openMarkdown(token: Token, written: { readonly start: string; readonly end: string } | undefined): void {
    this.tokens.push(written === undefined ? token : rawToken(this.#state, written.start));
    const name = token.type.replace(/_open$/, '');
    const end = written?.end;
    const close = (): Token => {
      if (end !== undefined) return rawToken(this.#state, end);
      const closing = new this.#state.Token(`${name}_close`, token.tag, -1);
      closing.hidden = token.hidden;
      return closing;
    };
    this.#open.push({ name, origin: 'markdown', level: 'block', end, close });
  }

  #closeMarkdown(token: Token): void {
    const name = token.type.replace(/_close$/, '');
    const at = this.#open.findLastIndex((each) => each.name === name && each.origin === 'markdown');
    const opened = this.#open[at];
    // Otherwise it is the end of something that a footnote took away.
    if (opened === undefined) return;
    this.#closeDownTo(at + 1);
    this.#open.pop();
    this.tokens.push(opened.end === undefined ? token : rawToken(this.#state, opened.end));
  }

  /** Opens an element of HTML. @returns false if it would be too deep */
  open(name: string, level: 'block' | 'text', start: string, end: string): boolean {
    if (this.#open.filter(({ origin }) => origin === 'html').length >= MAX_DEPTH) return false;
    this.write(start);
    this.#open.push({ name, origin: 'html', level, end, close: () => rawToken(this.#state, end) });
    return true;
  }

  /** Closes the innermost element of HTML with this name, and what is in it; without one, does nothing. */
  close(name: string): void {
    const at = this.#open.findLastIndex((each) => each.name === name || each.origin === 'markdown');
    if (at !== -1 && this.#open[at]?.origin === 'html') this.#closeDownTo(at);
  }

  /** Closes elements of HTML that contain only text, so that a block can follow. */
  closeTexts(): void {
    const at = this.#open.findLastIndex(({ origin, level }) => origin === 'markdown' || level === 'block');
    this.#closeDownTo(at + 1);
  }

  /** The innermost element of HTML, unless Markdown is in it. */
  get inner(): string | undefined {
    const last = this.#open.at(-1);
    return last?.origin === 'html' ? last.name : undefined;
  }

  /** Whether this is within a link. */
  get isInLink(): boolean {
    return this.#open.some(({ end }) => end === LINK_END);
  }

  /** Closes everything. */
  finish(): Token[] {
    this.#closeDownTo(0);
    return this.tokens;
  }

  #closeDownTo(length: number): void {
    while (this.#open.length > length) {
      const closing = this.#open.pop()?.close();
      if (closing !== undefined) this.tokens.push(closing);
    }
  }
}

/** HTML that is written as it is. */
export function rawToken(state: StateCore, text: string): Token {
  const token = new state.Token('harmless', '', 0);
  token.content = text;
  return token;
}
