// Renders Markdown of an author.
import { type Heading, loadHighlight, type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

/** Rendered Markdown. */
interface RenderedMarkdown {
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
}
