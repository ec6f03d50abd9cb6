// Renders Markdown of an author, or an atom.
import { type AtomReading, type ReadableAtom, readAtom } from '@prime-registry/atoms';
import { type Heading, loadHighlight, type MarkdownOptions, renderMarkdown } from '@prime-registry/web';

interface RenderedMarkdown {
  /** Harmless HTML. */
  readonly html: string;
  /** Whether the text was cut. */
  readonly isCut: boolean;
  readonly headings: readonly Heading[];
}

/** An atom, and the sections of its reading as HTML. */
interface RenderedAtom {
  readonly reading: AtomReading;
  readonly sections: readonly RenderedMarkdown[];
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

  /** Reads an atom and renders its sections, which have their headings apart and are cut together. */
  async renderAtom(atom: ReadableAtom): Promise<RenderedAtom> {
    const reading = readAtom(atom);
    const sections: RenderedMarkdown[] = [];
    let left = MAX_ALL;
    for (const [index, { markdown }] of reading.sections.entries()) {
      const shown = markdown.slice(0, left).toWellFormed();
      left -= shown.length;
      const options = { ...this.#options, idPrefix: `${this.#options.idPrefix}${index}-` };
      const { html, isCut, headings } = renderMarkdown(shown, options, await loadHighlight(shown));
      sections.push({ html: html.text, isCut: isCut || shown.length < markdown.length, headings });
    }
    return { reading, sections };
  }
}

/** The maximum number of characters of all sections of an atom. */
const MAX_ALL = 24_000;
