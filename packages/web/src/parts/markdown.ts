// Renders Markdown of authors as harmless HTML: of the HTML in it, only what cannot do harm stays HTML; nothing is
// loaded from elsewhere, links show their target, and hidden characters are shown.
import { escapeHidden } from '@prime-registry/protocol';
import { Html, html } from './html.ts';
import type { Highlight } from './markdown/highlighter.ts';
import { markdown } from './markdown/parser.ts';
import { createRendering, type Heading, type MarkdownOptions } from './markdown/rendering.ts';

export type { FileLinks, Heading, MarkdownOptions, PictureSize } from './markdown/rendering.ts';

/** The maximum number of characters that are rendered; hostile input takes tens of milliseconds at worst. */
export const MAX_MARKDOWN_LENGTH = 24_000;
/**
 * The maximum length of the HTML, in characters; beyond it the source is shown. A table of empty cells can
 * get that long.
 */
const MAX_HTML_LENGTH = 160_000;

export interface RenderedText {
  readonly html: Html;
  /** Whether the text was cut. */
  readonly isCut: boolean;
  /** Its headings, in order. */
  readonly headings: readonly Heading[];
}

/**
 * Renders Markdown; the part after {@link MAX_MARKDOWN_LENGTH} is left out. Never throws.
 * @param highlight - colours code; see loadHighlight
 */
export function renderMarkdown(text: string, options: MarkdownOptions, highlight?: Highlight): RenderedText {
  const shown = cutAtLine(text);
  const rendering = createRendering(options, highlight);
  // Afterwards, because entities are characters only then.
  const rendered = escapeHidden(markdown.render(shown, { rendering }));
  const isCut = shown.length < text.length;
  if (rendered.length > MAX_HTML_LENGTH)
    return { html: html`<pre class="raw" tabindex="0">${shown}</pre>`, isCut, headings: [] };
  return { html: new Html(rendered), isCut, headings: rendering.headings };
}

function cutAtLine(text: string): string {
  if (text.length <= MAX_MARKDOWN_LENGTH) return text;
  const cut = text.slice(0, MAX_MARKDOWN_LENGTH);
  return cut.slice(0, Math.max(cut.lastIndexOf('\n\n'), cut.lastIndexOf('\n'), MAX_MARKDOWN_LENGTH / 2));
}

/** The word after the mark that begins a fenced block, in lists and quotes as well. */
const FENCE = /^[ \t>*+\-\d.)]*(?:```+|~~~+)[ \t]*([\w+#.-]{1,30})/gm;

/**
 * What colours the code of a text, loaded when a text with code first needs it: most have none. Undefined if it names no
 * known language.
 */
export async function loadHighlight(text: string): Promise<Highlight | undefined> {
  const names = new Set([...text.matchAll(FENCE)].map(([, name = '']) => name.toLowerCase()));
  if (names.size === 0) return undefined;
  const { createHighlight } = await import('./markdown/highlighter.ts');
  return createHighlight(names);
}
