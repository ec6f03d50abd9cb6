// Replaces the HTML of authors, and what depends on its surroundings: links, pictures and headings. What comes out is
// written here; no text of a tag is copied.
import type { StateCore, Token } from 'markdown-it';
import { escapeText } from '../html.ts';
import { isShownAsText } from './allowed-html.ts';
import { addHtmlPiece, renderHeading } from './html-elements.ts';
import { type HtmlPiece, splitHtml } from './html-pieces.ts';
import { directionOf } from './languages.ts';
import { type Rendering, renderingOf, slugOf } from './rendering.ts';
import { linkAttributes, renderPicture } from './targets.ts';
import { LINK_END, TokenList } from './token-list.ts';

type Decode = (text: string) => string;

/** Creates a rule of the parser, for the end of its chain. */
export function createHarmlessHtml(decode: Decode): (state: StateCore) => void {
  return (state) => {
    const rendering = renderingOf(state.env);
    const list = new TokenList(state);
    const tokens = state.tokens.slice(countTitleTokens(state.tokens, rendering));
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'html_block') addHtml(list, splitHtml(token.content, decode), rendering);
      else if (token.type === 'heading_open')
        list.add(token, describeHeading(token, tokens[index + 1], rendering));
      else {
        if (token.type === 'inline')
          token.children = rewriteLine(state, token.children ?? [], rendering, decode);
        list.add(token);
      }
    }
    state.tokens = list.finish();
  };
}

/** How many tokens at the beginning are a heading that says the title of the page again. */
function countTitleTokens([open, line, close]: readonly Token[], rendering: Rendering): number {
  if (open?.type !== 'heading_open' || open.tag !== 'h1' || close?.type !== 'heading_close') return 0;
  const said = slugOf(textOf(line?.children ?? [], rendering));
  return rendering.titles?.some((title) => slugOf(title) === said) === true ? 3 : 0;
}

function describeHeading(token: Token, line: Token | undefined, rendering: Rendering) {
  return renderHeading(
    rendering,
    Number(token.tag.slice(1)),
    textOf(line?.children ?? [], rendering),
    directionOf(token),
  );
}

/** Pieces of HTML in a heading that are searched for its text: each heading is, however many there are. */
const MAX_PIECES = 40;

function addHtml(list: TokenList, pieces: readonly HtmlPiece[], rendering: Rendering): void {
  for (const [index, piece] of pieces.entries()) {
    addHtmlPiece(list, piece, rendering, () => textUpToEnd(pieces.slice(index + 1, index + MAX_PIECES)));
  }
  list.closeTexts();
  list.write('\n');
}

/** The text of an element, from what follows its beginning. */
function textUpToEnd(pieces: readonly HtmlPiece[]): string {
  const end = pieces.findIndex((piece) => piece.kind === 'close' && /^h\d$/.test(piece.tag));
  const within = end === -1 ? pieces : pieces.slice(0, end);
  return within
    .map((each) => (each.kind === 'text' ? each.text : ''))
    .join('')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** Text with marks: elements of HTML end within it. */
function rewriteLine(
  state: StateCore,
  children: readonly Token[],
  rendering: Rendering,
  decode: Decode,
): Token[] {
  const list = new TokenList(state);
  for (const child of children) {
    if (child.type === 'link_open') {
      const link = list.isInLink ? undefined : linkAttributes(String(child.attrGet('href') ?? ''), rendering);
      list.add(
        child,
        link === undefined ? { start: '<span>', end: '</span>' } : { start: `<a ${link}>`, end: LINK_END },
      );
    } else if (child.type === 'image') {
      const alt = textOf(child.children ?? [], rendering);
      const picture = { src: String(child.attrGet('src') ?? ''), alt };
      list.write(renderPicture(picture, rendering, list.isInLink));
    } else if (child.type === 'html_inline' && rendering.allowsHtml !== true) {
      list.write(escapeText(child.content));
    } else if (child.type === 'html_inline') {
      for (const piece of splitHtml(child.content, decode)) addHtmlPiece(list, piece, rendering, undefined);
    } else if (child.type === 'footnote_ref' && list.isInLink) {
      // No link within a link.
      list.write(`<sup>${Number(child.meta?.id) + 1}</sup>`);
    } else list.add(child);
  }
  return list.finish();
}

/** The text of the tokens of a line, with the descriptions of pictures. */
function textOf(children: readonly Token[], rendering: Rendering): string {
  return children
    .map(({ type, content, children: inner }) => {
      if (type === 'image') return textOf(inner ?? [], rendering);
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'html_inline')
        return rendering.allowsHtml !== true || isShownAsText(content) ? content : '';
      return type === 'text' || type === 'code_inline' ? content : '';
    })
    .join('')
    .trim();
}
