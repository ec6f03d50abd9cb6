// Splits HTML of authors into tags, comments and text. What is no well-formed tag is text.
import type { MarkdownIt } from 'markdown-it';

export type HtmlPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly tag: string;
      /** Values by name, both as written but for entities; the first of each name. */
      readonly attributes: ReadonlyMap<string, string>;
      readonly source: string;
    }
  | { readonly kind: 'close'; readonly tag: string; readonly source: string };

const ATTRIBUTE = /\s+([a-z_:][\w.:-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/gi;
/** A tag as CommonMark has it (section 6.6), or a comment; the comment may lack its end. */
const TAG = new RegExp(`<(/?)([a-z][a-z0-9-]*)((?:${ATTRIBUTE.source})*)\\s*/?>|<!--.*?(?:-->|$)`, 'gis');

/** The pieces of HTML, without comments. */
export function splitHtml(source: string, decode: (text: string) => string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let end = 0;
  const addText = (text: string): void => {
    if (text !== '') pieces.push({ kind: 'text', text: decode(text) });
  };
  for (const match of source.matchAll(TAG)) {
    const [all, slash, name, attributes = ''] = match;
    addText(source.slice(end, match.index));
    end = match.index + all.length;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    pieces.push(
      slash === '/'
        ? { kind: 'close', tag, source: all }
        : { kind: 'open', tag, attributes: readAttributes(attributes, decode), source: all },
    );
  }
  addText(source.slice(end));
  return pieces;
}

function readAttributes(source: string, decode: (text: string) => string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of source.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decode(value.replace(/^(["'])(.*)\1$/s, '$2')));
  }
  return attributes;
}

/** Replaces entities by their characters. */
export function createDecoder({ utils }: MarkdownIt): (text: string) => string {
  // The parser has one function for entities and backslashes. The latter mean nothing in HTML.
  return (text) => utils.unescapeAll(text.replaceAll('\\', '\\\\'));
}
