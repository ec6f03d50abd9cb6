// Renders the texts of many atoms for one page.
import { loadHighlight, type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

/** A text of an atom. */
export interface ReadingText {
  readonly text: string;
  /** Prefix for the ids of its headings, so that they are unique on the page. */
  readonly idPrefix: string;
}

export class RenderReadingTask {
  readonly #topLevel: MarkdownOptions['topLevel'];

  constructor({ topLevel }: Pick<MarkdownOptions, 'topLevel'>) {
    this.#topLevel = topLevel;
  }

  /** Renders some texts, in their order. */
  async render(texts: readonly ReadingText[]): Promise<{ readonly html: string; readonly isCut: boolean }[]> {
    const highlight = await loadHighlight(texts.map(({ text }) => text).join('\n'));
    return texts.map(({ text, idPrefix }) => {
      const { html, isCut } = renderMarkdown(text, { topLevel: this.#topLevel, idPrefix }, highlight);
      return { html: html.text, isCut };
    });
  }
}
