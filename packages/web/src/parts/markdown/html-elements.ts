// Writes the elements of authors' HTML that are allowed; other tags become text.
import { escapeText } from '../html.ts';
import { type Allowed, alignmentOf, findAllowed, pixelsOf, spanOf } from './allowed-html.ts';
import type { HtmlPiece } from './html-pieces.ts';
import { addHeading, type Rendering, slugOf } from './rendering.ts';
import { linkAttributes, renderPicture } from './targets.ts';
import { LINK_END, type TokenList } from './token-list.ts';

type Opening = Extract<HtmlPiece, { kind: 'open' }>;

/**
 * Adds a piece of HTML.
 * @param findText - between blocks, the text of the heading that the piece begins; undefined within a line
 */
export function addHtmlPiece(
  list: TokenList,
  piece: HtmlPiece,
  rendering: Rendering,
  findText: (() => string) | undefined,
): void {
  if (piece.kind === 'text') {
    list.write(escapeText(piece.text));
    return;
  }
  const allowed = findAllowed(piece.tag);
  if (allowed === 'transparent') return;
  if (allowed === undefined || (allowed.isBlock && findText === undefined))
    list.write(escapeText(piece.source));
  else if (piece.kind === 'close') list.close(piece.tag);
  else if (!open(list, piece, allowed, rendering, findText)) list.write(escapeText(piece.source));
}

/** @returns false if it cannot be here */
function open(
  list: TokenList,
  piece: Opening,
  { tag, contains, isBlock, within, ends = [] }: Allowed,
  rendering: Rendering,
  findText: (() => string) | undefined,
): boolean {
  const { attributes } = piece;
  if (isBlock) list.closeTexts();
  if (tag === 'summary' && list.inner !== 'details') return true;
  while (ends.includes(list.inner ?? '')) list.close(list.inner ?? '');
  if (within !== undefined && !within.includes(list.inner ?? '')) return true;
  if (contains === 'nothing') {
    list.write(tag === 'img' ? renderImage(attributes, rendering, list.isInLink) : `<${tag}>`);
    return true;
  }
  if (tag === 'a') {
    const link = list.isInLink ? undefined : linkAttributes(attributes.get('href') ?? '', rendering);
    const id = renderTarget(attributes, rendering);
    return link === undefined
      ? list.open('a', 'text', `<span${id}>`, '</span>')
      : list.open('a', 'text', `<a${id} ${link}>`, LINK_END);
  }
  if (/^h[1-6]$/.test(tag)) {
    const { start, end } = renderHeading(
      rendering,
      Number(tag.slice(1)),
      findText?.() ?? '',
      renderLayout(piece),
    );
    return list.open(tag, 'text', start, end);
  }
  const isOpen = tag === 'details' && attributes.has('open') ? ' open' : '';
  const layout = isBlock ? renderLayout(piece) : '';
  return list.open(
    piece.tag,
    contains === 'blocks' ? 'block' : 'text',
    `<${tag}${isOpen}${layout}>`,
    `</${tag}>`,
  );
}

/**
 * A heading with a link to itself, which is listed in the contents.
 * @param given - its level in the text
 * @param attributes - of the element, as HTML
 */
export function renderHeading(rendering: Rendering, given: number, text: string, attributes: string) {
  const { level, id } = addHeading(rendering, given, text);
  return {
    start: `<h${level}${attributes} id="${id}">`,
    end: `<a class="anchor" href="#${id}" aria-label="Link to this heading"></a></h${level}>\n`,
  };
}

/** Where links of the text lead, for lists of contents that are written by hand. */
function renderTarget(attributes: ReadonlyMap<string, string>, { ids, idPrefix }: Rendering): string {
  const slug = slugOf(attributes.get('id') ?? attributes.get('name') ?? '');
  if (slug === '' || ids.has(slug)) return '';
  ids.set(slug, 0);
  return ` id="${escapeText(idPrefix + slug)}"`;
}

function renderImage(
  attributes: ReadonlyMap<string, string>,
  rendering: Rendering,
  isInLink: boolean,
): string {
  const picture = {
    src: attributes.get('src') ?? '',
    alt: attributes.get('alt') ?? '',
    width: pixelsOf(attributes.get('width')),
    height: pixelsOf(attributes.get('height')),
  };
  return renderPicture(picture, rendering, isInLink);
}

function renderLayout(piece: Opening): string {
  const side = alignmentOf(piece);
  const direction = /^(?:ltr|rtl|auto)$/i.exec(piece.attributes.get('dir') ?? '')?.[0]?.toLowerCase();
  return `${attribute('class', side)}${attribute('dir', direction)}${renderTablePart(piece)}`;
}

/** Tables scroll, and must be reachable by keyboard for that. */
function renderTablePart({ tag, attributes }: Opening): string {
  if (tag === 'table') return ' tabindex="0"';
  if (tag !== 'td' && tag !== 'th') return '';
  return `${attribute('colspan', spanOf(attributes.get('colspan')))}${attribute('rowspan', spanOf(attributes.get('rowspan')))}`;
}

/** @param value - that is harmless */
function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${value}"`;
}
