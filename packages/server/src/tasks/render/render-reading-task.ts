// Renders the texts of many atoms for one page.
import { readText } from '@prime-registry/atoms';
import { loadHighlight, renderMarkdown } from '@prime-registry/web';

/** A text of an atom. */
export interface ReadingText {
  readonly text: string;
  /** Of the atom: both are shown above the text, and not again in it. */
  readonly description: string;
  readonly label: string;
  /** Prefix for the ids of its headings, so that they are unique on the page. */
  readonly idPrefix: string;
}

export class RenderReadingTask {
  /** Renders some texts, in their order. */
  async render(texts: readonly ReadingText[]): Promise<{ readonly html: string; readonly isCut: boolean }[]> {
    const cleaned = texts.map(({ text, description, label, idPrefix }) => ({
      text: readText(text, { description, label }),
      idPrefix,
    }));
    const highlight = await loadHighlight(cleaned.map(({ text }) => text).join('\n'));
    return cleaned.map(({ text, idPrefix }) => {
      const { html, isCut } = renderMarkdown(text, { topLevel: 3, idPrefix }, highlight);
      return { html: html.text, isCut };
    });
  }
}
