// Renders the texts of many atoms for one page.
import { type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

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
  render(texts: readonly ReadingText[]): { readonly html: string; readonly isCut: boolean }[] {
    return texts.map(({ text, idPrefix }) => {
      const { html, isCut } = renderMarkdown(text, { topLevel: this.#topLevel, idPrefix });
      return { html: html.text, isCut };
    });
  }
}
