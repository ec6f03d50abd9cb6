// Renders Markdown of an author.
import { type Heading, loadHighlight, type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

/** Rendered Markdown. */
export interface RenderedMarkdown {
  /** Harmless HTML. */
  readonly html: string;
  /** Whether the text was cut. */
  readonly isCut: boolean;
  readonly headings: readonly Heading[];
}

export class RenderMarkdownTask {
  readonly #options: MarkdownOptions;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  async render(text: string): Promise<RenderedMarkdown> {
    const { html, ...rest } = renderMarkdown(text, this.#options, await loadHighlight(text));
    return { html: html.text, ...rest };
  }

  /** Several texts of one page, which have their headings apart and are cut together. */
  async renderAll(texts: readonly string[]): Promise<RenderedMarkdown[]> {
    const rendered: RenderedMarkdown[] = [];
    let left = MAX_ALL;
    for (const [index, text] of texts.entries()) {
      const shown = text.slice(0, left).toWellFormed();
      left -= shown.length;
      const options = { ...this.#options, idPrefix: `${this.#options.idPrefix}${index}-` };
      const { html, isCut, headings } = renderMarkdown(shown, options, await loadHighlight(shown));
      rendered.push({ html: html.text, isCut: isCut || shown.length < text.length, headings });
    }
    return rendered;
  }
}

/** The maximum number of characters of all texts of a page. */
const MAX_ALL = 24_000;
