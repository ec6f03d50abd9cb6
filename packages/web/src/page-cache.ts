// What pages are made of at some cost, kept by a process: texts and pictures never change for a version.
import type { CatalogueStore, RegistryAmounts } from '@prime-registry/store';
import { Kept } from './kept.ts';
import type { AtomLinks } from './parts/atom-links.ts';
import type { Html } from './parts/html.ts';
import type { RenderedText } from './parts/markdown.ts';

/** The picture of a graph on its page, and as an image. */
export interface GraphPages {
  readonly page: string;
  readonly picture: string;
}

/** How much is kept, in characters. */
const TEXT_LENGTH = 3_000_000;
const OVERVIEW_LENGTH = 1_000_000;
const GRAPH_LENGTH = 12_000_000;
/** The same in atoms and edges, each some 150 bytes. */
const LINKS = 100_000;
/** How long what was counted is good enough. */
const AMOUNTS_MS = 30_000;

export class PageCache {
  /** Markdown as HTML, by text and place. */
  readonly texts = new Kept<RenderedText>(TEXT_LENGTH, ({ html: { text } }) => text.length + 200);
  /** The first atoms of each kind, by inventory. */
  readonly overviews = new Kept<Html>(OVERVIEW_LENGTH, ({ text }) => text.length + 200);
  /** By inventory. */
  readonly graphs = new Kept<GraphPages>(GRAPH_LENGTH, ({ page, picture }) => page.length + picture.length);
  /** By inventory. */
  readonly links = new Kept<AtomLinks>(LINKS, ({ size }) => size);
  readonly #now: () => number;
  #amounts: { readonly amounts: Promise<RegistryAmounts>; readonly untilMs: number } | undefined;

  constructor(now: () => number) {
    this.#now = now;
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
