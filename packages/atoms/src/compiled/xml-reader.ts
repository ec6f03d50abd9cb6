// A parser for the subset of XML that an index needs: elements, attributes, text. Everything else is refused,
// so there are no external entities and no entity expansion. One pass, no recursion.
import { describeCharacter, findHiddenInText } from '@prime-registry/protocol';
import { MAX_NESTING } from '../limits.ts';

/** Receives the elements of a document, in order. */
export interface XmlListener {
  /** Entities in attributes are resolved. `offset` is the beginning of the tag. */
  onOpen(name: string, attributes: ReadonlyMap<string, string>, offset: number): void;
  onText(text: string): void;
  onClose(name: string): void;
}

/** The first problem of a document; the rest after it was not read. */
export interface XmlProblem {
  readonly offset: number;
  readonly message: string;
}

/** The characters of the entities that every document of XML has. */
export const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NAME = /[A-Za-z_][A-Za-z0-9_.:-]*/y;
const MAX_ATTRIBUTES = 32;

/** Parses a document. @returns the first problem; undefined if there is none */
export function readXml(text: string, listener: XmlListener): XmlProblem | undefined {
  return new XmlReader(text, listener).read();
}

class XmlReader {
  readonly #text: string;
  readonly #listener: XmlListener;
  readonly #open: string[] = [];
  #offset = 0;
  #problem: XmlProblem | undefined;

  constructor(text: string, listener: XmlListener) {
    this.#text = text;
    this.#listener = listener;
  }

  read(): XmlProblem | undefined {
    const hidden = findHiddenInText(this.#text);
    if (hidden !== undefined) {
      const message = `the file has the unprintable character ${describeCharacter(hidden)}; remove it`;
      return { offset: this.#text.indexOf(hidden), message };
    }
    while (this.#problem === undefined && this.#offset < this.#text.length) {
      if (this.#text[this.#offset] === '<') this.#readMarkup();
      else this.#readText();
    }
    const open = this.#open.at(-1);
    if (open !== undefined) this.#fail(this.#text.length, `the element '${open}' is never closed`);
    return this.#problem;
  }

  #readText(): void {
    const next = this.#text.indexOf('<', this.#offset);
    const end = next === -1 ? this.#text.length : next;
    const text = this.#resolve(this.#offset, end);
    this.#offset = end;
    if (this.#open.length > 0) this.#listener.onText(text);
  }

  #readMarkup(): void {
    const start = this.#offset;
    if (this.#text.startsWith('<?', start)) this.#skipTo('?>');
    else if (this.#text.startsWith('<!--', start)) this.#skipTo('-->');
    else if (this.#text.startsWith('<!', start)) {
      this.#fail(start, 'declarations and CDATA are not supported; write only elements, attributes and text');
    } else if (this.#text.startsWith('</', start)) this.#readClosingTag();
    else this.#readOpeningTag();
  }

  #skipTo(end: string): void {
    const at = this.#text.indexOf(end, this.#offset + 2);
    if (at === -1) this.#fail(this.#offset, `this is never closed; close it with '${end}'`);
    else this.#offset = at + end.length;
  }

  #readClosingTag(): void {
    const start = this.#offset;
    this.#offset += 2;
    const name = this.#readName();
    this.#skipSpaces();
    if (name === '' || this.#text[this.#offset] !== '>' || this.#open.pop() !== name) {
      this.#fail(start, 'this tag does not close the innermost open element');
      return;
    }
    this.#offset += 1;
    this.#listener.onClose(name);
  }

  #readOpeningTag(): void {
    const start = this.#offset;
    this.#offset += 1;
    const name = this.#readName();
    if (name === '') {
      this.#fail(start, "this '<' does not begin a tag; write '&lt;'");
      return;
    }
    const attributes = this.#readAttributes();
    const isEmpty = this.#text[this.#offset] === '/';
    if (isEmpty) this.#offset += 1;
    if (this.#problem !== undefined) return;
    if (this.#text[this.#offset] !== '>') {
      this.#fail(start, "this tag is not closed; close it with '>'");
      return;
    }
    this.#offset += 1;
    if (this.#open.length >= MAX_NESTING) {
      this.#fail(start, `elements are nested more than ${MAX_NESTING} deep`);
      return;
    }
    this.#listener.onOpen(name, attributes, start);
    if (isEmpty) this.#listener.onClose(name);
    else this.#open.push(name);
  }

  #readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      this.#skipSpaces();
      const start = this.#offset;
      const name = this.#readName();
      if (name === '') return attributes;
      this.#skipSpaces();
      if (this.#text[this.#offset] !== '=') return this.#refuse(attributes, start, 'has no value');
      this.#offset += 1;
      this.#skipSpaces();
      const quote = this.#text[this.#offset] ?? '';
      const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, this.#offset + 1) : -1;
      if (end === -1) return this.#refuse(attributes, start, 'has a value that is not in quotes');
      if (attributes.has(name) || attributes.size === MAX_ATTRIBUTES) {
        return this.#refuse(attributes, start, 'is there twice, or there are too many');
      }
      attributes.set(name, this.#resolve(this.#offset + 1, end));
      this.#offset = end + 1;
    }
  }

  #refuse(attributes: Map<string, string>, offset: number, what: string): Map<string, string> {
    this.#fail(offset, `this attribute ${what}; write it as in id="@scope/name"`);
    return attributes;
  }

  /** The text from `start` to `end` with its entities resolved. */
  #resolve(start: number, end: number): string {
    const raw = this.#text.slice(start, end);
    if (!raw.includes('&')) return raw;
    return raw.replaceAll(/&([a-z]{2,4});|&/g, (entity, name: string | undefined, at: number) => {
      const character = ENTITIES.get(name ?? '');
      if (character !== undefined) return character;
      this.#fail(start + at, "only &amp; &lt; &gt; &quot; and &apos; are known; write '&' as '&amp;'");
      return entity;
    });
  }

  #readName(): string {
    NAME.lastIndex = this.#offset;
    const [name = ''] = NAME.exec(this.#text) ?? [];
    this.#offset += name.length;
    return name;
  }

  #skipSpaces(): void {
    while (' \t\n\r'.includes(this.#text[this.#offset] ?? 'end')) this.#offset += 1;
  }

  #fail(offset: number, message: string): void {
    this.#problem ??= { offset, message };
  }
}
