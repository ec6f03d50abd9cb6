// What pages are made of at some cost, kept by a process: texts and pictures never change for a version.
import type { CatalogueStore, RegistryAmounts } from '../store/catalogue-store.ts';
import type { AtomOverview } from './atom-overview.ts';
import type { Html } from './html.ts';
import { Kept } from './kept.ts';
import { type MarkdownOptions, renderMarkdown } from './markdown.ts';

/** A text as it is shown. */
export interface RenderedText {
  readonly html: Html;
  readonly isCut: boolean;
}

/** The picture of a graph on its page, and as an image. */
export interface GraphPages {
  readonly page: string;
  readonly picture: string;
}

/** How much is kept, in characters. */
const TEXT_LENGTH = 4_000_000;
const GRAPH_LENGTH = 12_000_000;
/** How many versions' first atoms are kept, each some 20 KB. */
const OVERVIEWS = 200;
/** How long what was counted is good enough. */
const AMOUNTS_MS = 30_000;

export class PageMemory {
  readonly #now: () => number;
  readonly #texts = new Kept<RenderedText>(TEXT_LENGTH, ({ html: { text } }) => text.length + 200);
  readonly #graphs = new Kept<GraphPages>(GRAPH_LENGTH, ({ page, picture }) => page.length + picture.length);
  readonly #overviews = new Kept<AtomOverview>(OVERVIEWS, () => 1);
  readonly #drawing = new Map<string, Promise<GraphPages>>();
  #amounts: { readonly amounts: Promise<RegistryAmounts>; readonly untilMs: number } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Markdown as HTML. @param key - of this text in this place */
  renderText(key: string, text: string, options: MarkdownOptions): RenderedText {
    return this.#texts.get(key, () => renderMarkdown(text, options));
  }

  /** The first atoms of each kind, read now unless they are kept. */
  async getOverview(key: string, read: () => Promise<AtomOverview>): Promise<AtomOverview> {
    const known = this.#overviews.find(key);
    if (known !== undefined) return known;
    const overview = await read();
    this.#overviews.keep(key, overview);
    return overview;
  }

  /** The picture under the key, made now unless it is kept or is being made. */
  async getGraph(key: string, draw: () => Promise<GraphPages>): Promise<GraphPages> {
    const known = this.#graphs.find(key);
    if (known !== undefined) return known;
    const running = this.#drawing.get(key);
    if (running !== undefined) return running;
    const drawing = draw().finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    const made = await drawing;
    this.#graphs.keep(key, made);
    return made;
  }

  /** How much there is, as it was within the last half minute. */
  countAmounts(store: CatalogueStore): Promise<RegistryAmounts> {
    const nowMs = this.#now();
    if (this.#amounts === undefined || this.#amounts.untilMs <= nowMs) {
      const amounts = store.countAmounts();
      this.#amounts = { amounts, untilMs: nowMs + AMOUNTS_MS };
      amounts.catch(() => {
        this.#amounts = undefined;
      });
    }
    return this.#amounts.amounts;
  }
}
