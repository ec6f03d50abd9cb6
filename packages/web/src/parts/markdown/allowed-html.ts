// The HTML that authors may use: nothing that runs, loads, submits, positions or imitates the page.
import type { HtmlPiece } from './html-pieces.ts';

export interface Allowed {
  /** The element that is written instead. */
  readonly tag: string;
  /** Whether it may contain blocks, or only text and marks in it. */
  readonly contains: 'blocks' | 'text' | 'nothing';
  /** Whether it is a block itself. */
  readonly isBlock: boolean;
  /** Elements of which one must be around it, or only its contents stay; undefined for any. */
  readonly within?: readonly string[];
  /** Elements that its beginning ends, as in HTML. */
  readonly ends?: readonly string[];
}

const BLOCK = { contains: 'blocks', isBlock: true } as const;

const CELLS = ['td', 'th'];
const ROW_GROUPS = ['thead', 'tbody', 'tfoot'];

const ALLOWED = new Map<string, Allowed>([
  // A paragraph cannot contain blocks, though authors write them into it.
  ...['p', 'div', 'center', 'section', 'article', 'header', 'footer', 'main', 'figure', 'figcaption'].map(
    (tag) => [tag, { tag: 'div', ...BLOCK }] as const,
  ),
  ['table', { tag: 'table', ...BLOCK }],
  ['caption', { tag: 'caption', contains: 'text', isBlock: true, within: ['table'] }],
  ...ROW_GROUPS.map(
    (tag) => [tag, { tag, ...BLOCK, within: ['table'], ends: [...CELLS, 'tr', ...ROW_GROUPS] }] as const,
  ),
  ['tr', { tag: 'tr', ...BLOCK, within: ['table', ...ROW_GROUPS], ends: [...CELLS, 'tr'] }],
  ...CELLS.map((tag) => [tag, { tag, ...BLOCK, within: ['tr'], ends: CELLS }] as const),
  ['details', { tag: 'details', ...BLOCK }],
  ['summary', { tag: 'summary', contains: 'text', isBlock: true }],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (tag) => [tag, { tag, contains: 'text', isBlock: true }] as const,
  ),
  ['hr', { tag: 'hr', contains: 'nothing', isBlock: true }],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'kbd', 'sub', 'sup', 'code', 'samp', 'var'].map(
    (tag) => [tag, { tag, contains: 'text', isBlock: false }] as const,
  ),
  ...['small', 'mark', 'q', 'abbr', 'cite', 'dfn'].map(
    (tag) => [tag, { tag, contains: 'text', isBlock: false }] as const,
  ),
  ['strike', { tag: 's', contains: 'text', isBlock: false }],
  ['tt', { tag: 'code', contains: 'text', isBlock: false }],
  ...['br', 'wbr', 'img'].map((tag) => [tag, { tag, contains: 'nothing', isBlock: false }] as const),
]);

/** Elements of which only the contents stay. */
const TRANSPARENT = new Set(['span', 'font', 'picture', 'source', 'nobr', 'big']);

/** What an element becomes; undefined if its tag is shown as text. */
export function findAllowed(tag: string): Allowed | 'transparent' | undefined {
  return TRANSPARENT.has(tag) ? 'transparent' : ALLOWED.get(tag);
}

/** Whether a line of Markdown begins a block of HTML; other lines with tags are paragraphs. */
export function beginsHtmlBlock(line: string): boolean {
  const [, comment, tag = ''] = /^<(?:(!--)|\/?([a-z][a-z0-9]*)(?=[\s/>]|$))/i.exec(line) ?? [];
  if (comment !== undefined) return true;
  const allowed = findAllowed(tag.toLowerCase());
  return typeof allowed === 'object' && allowed.isBlock;
}

/** Whether a tag within a line is none that is allowed there. */
export function isShownAsText(tag: string): boolean {
  const [, name = ''] = /^<\/?([a-z][a-z0-9-]*)/i.exec(tag) ?? [];
  const allowed = findAllowed(name.toLowerCase());
  return !tag.startsWith('<!--') && (allowed === undefined || (allowed !== 'transparent' && allowed.isBlock));
}

/** The side to which an element aligns its text, as a class. */
export function alignmentOf({ tag, attributes }: Extract<HtmlPiece, { kind: 'open' }>): string | undefined {
  const side = tag === 'center' ? 'center' : attributes.get('align')?.toLowerCase();
  return side === 'center' || side === 'right' ? side : undefined;
}

/** A side of a picture, in pixels; undefined for anything but 1 to 9999. */
export function pixelsOf(text: string | undefined): number | undefined {
  const [, digits] = /^([1-9]\d{0,3})(?:px)?$/.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Over how many columns or rows a cell reaches; undefined for anything but 2 to 99. */
export function spanOf(text: string | undefined): string | undefined {
  return /^(?:[2-9]|[1-9]\d)$/.exec(text?.trim() ?? '')?.[0];
}
