// Renders Markdown of an author.
import { type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

/** Rendered Markdown. */
interface RenderedMarkdown {
  /** Harmless HTML. */
  readonly html: string;
  /** Whether the text was cut. */
  readonly isCut: boolean;
}

export class RenderMarkdownTask {
  readonly #options: MarkdownOptions;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  render(text: string): RenderedMarkdown {
    const { html, isCut } = renderMarkdown(text, this.#options);
    return { html: html.text, isCut };
  }
}
