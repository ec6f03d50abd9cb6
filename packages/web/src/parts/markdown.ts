// Renders Markdown of authors as harmless HTML: HTML in it is shown as text, nothing is loaded, links show
// their target, and hidden characters are shown.
import { escapeHidden } from '@prime-registry/protocol';
import MarkdownIt, { type Token } from 'markdown-it';
import { escapeText, Html, html } from './html.ts';

/** The maximum number of characters that are rendered; hostile input takes tens of milliseconds at worst. */
export const MAX_MARKDOWN_LENGTH = 24_000;
/**
 * The maximum length of the HTML, in characters; beyond it the source is shown. A table of empty cells can
 * get that long.
 */
const MAX_HTML_LENGTH = 160_000;

/** How Markdown is embedded in a page. */
export interface MarkdownOptions {
  /** The heading level of `#`, 2 to 6. */
  readonly topLevel: number;
  /** Prefix for the ids of headings, so that they are unique on the page. */
  readonly idPrefix: string;
}

/** A rendered text. */
export interface RenderedText {
  readonly html: Html;
  /** Whether the text was cut. */
  readonly isCut: boolean;
}

/** Renders Markdown; the part after {@link MAX_MARKDOWN_LENGTH} is left out. Never throws. */
export function renderMarkdown(text: string, options: MarkdownOptions): RenderedText {
  const shown = cutAtLine(text);
  const rendering: Rendering = { ...options, links: [], ids: new Map() };
  // Afterwards, because entities are characters only then.
  const rendered = escapeHidden(markdown.render(shown, { rendering }));
  const isTooLong = rendered.length > MAX_HTML_LENGTH;
  return {
    html: isTooLong ? html`<pre class="raw" tabindex="0">${shown}</pre>` : new Html(rendered),
    isCut: shown.length < text.length,
  };
}

function cutAtLine(text: string): string {
  if (text.length <= MAX_MARKDOWN_LENGTH) return text;
  const cut = text.slice(0, MAX_MARKDOWN_LENGTH);
  return cut.slice(0, Math.max(cut.lastIndexOf('\n\n'), cut.lastIndexOf('\n'), MAX_MARKDOWN_LENGTH / 2));
}

/** State between elements. */
interface Rendering extends MarkdownOptions {
  /** The elements of the open links. */
  readonly links: ('a' | 'span')[];
  /** The ids of headings, each with the last number appended to it. */
  readonly ids: Map<string, number>;
}

function renderingOf(env: object | undefined): Rendering {
  return (env as { readonly rendering: Rendering }).rendering;
}

const REL = 'rel="nofollow noopener noreferrer"';

/** The target of a link: another site, or a heading. Links relative to a repository have no target here. */
function safeTarget(href: string, { idPrefix }: Rendering): string | undefined {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return escapeText(href);
  return href.startsWith('#') && href.length > 1
    ? `#${escapeText(idPrefix + slugOf(markdown.utils.lib.mdurl.decode(href.slice(1))))}`
    : undefined;
}

function slugOf(text: string): string {
  return text
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** An id that no other heading has. */
function claimId(text: string, { idPrefix, ids }: Rendering): string {
  const slug = slugOf(text);
  let [id, number] = [slug, ids.get(slug) ?? 0];
  while (ids.has(id)) {
    number += 1;
    id = `${slug}-${number}`;
  }
  ids.set(slug, number).set(id, 0);
  return escapeText(idPrefix + id);
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIRECTED = new Set([
  'heading_open',
  'paragraph_open',
  'list_item_open',
  'blockquote_open',
  'th_open',
  'td_open',
]);

// In a text with right-to-left letters, each block has the direction of its first letter.
markdown.core.ruler.push('direction', ({ src, tokens }) => {
  if (!RIGHT_TO_LEFT.test(src)) return;
  for (const token of tokens) if (DIRECTED.has(token.type)) token.attrSet('dir', 'auto');
});

const { rules } = markdown.renderer;

rules.heading_open = (tokens, index, _options, env) =>
  `<h${levelOf(tokens[index]?.tag, renderingOf(env))}${directionOf(tokens[index])} id="${claimId(tokens[index + 1]?.content ?? '', renderingOf(env))}">`;
rules.heading_close = (tokens, index, _options, env) =>
  `</h${levelOf(tokens[index]?.tag, renderingOf(env))}>\n`;

function directionOf(token: Pick<Token, 'attrGet'> | undefined): string {
  return token?.attrGet('dir') === 'auto' ? ' dir="auto"' : '';
}

function levelOf(tag: string | undefined, { topLevel }: Rendering): number {
  return Math.min(6, Number(tag?.slice(1)) - 1 + topLevel);
}

rules.link_open = (tokens, index, _options, env) => {
  const target = safeTarget(String(tokens[index]?.attrGet('href') ?? ''), renderingOf(env));
  renderingOf(env).links.push(target === undefined ? 'span' : 'a');
  return target === undefined ? '<span>' : `<a href="${target}" ${REL}>`;
};
rules.link_close = (_tokens, _index, _options, env) => `</${renderingOf(env).links.pop() ?? 'span'}>`;

// Loading a picture would tell its host who reads what, so it becomes a link.
rules.image = (tokens, index, _options, env) => {
  const { content = '' } = tokens[index] ?? {};
  const alt = escapeText(content.trim() || 'picture');
  const target = safeTarget(String(tokens[index]?.attrGet('src') ?? ''), renderingOf(env));
  const isLink = target !== undefined && !target.startsWith('#') && !renderingOf(env).links.includes('a');
  return isLink ? `<a class="image" href="${target}" ${REL}>${alt}</a>` : `<span class="image">${alt}</span>`;
};

// Scrollable elements must be reachable by keyboard.
rules.fence = (tokens, index) => codeBlock(tokens[index]?.content ?? '');
rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '');
rules.table_open = () => '<table tabindex="0">\n';

function codeBlock(content: string): string {
  return `<pre tabindex="0"><code>${escapeText(content)}</code></pre>\n`;
}

// Elements must not have inline styles (Content-Security-Policy).
for (const cell of ['th', 'td'] as const) {
  rules[`${cell}_open`] = (tokens, index) => {
    const [, side] = /text-align:(right|center)/.exec(String(tokens[index]?.attrGet('style') ?? '')) ?? [];
    const direction = directionOf(tokens[index]);
    return side === undefined ? `<${cell}${direction}>` : `<${cell}${direction} class="${side}">`;
  };
}
