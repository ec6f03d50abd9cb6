// Caches the expensive parts of pages, in each process: texts and pictures of a version never change.
import { LruCache } from '@prime-registry/concurrency';
import type { ManifestAbout } from '@prime-registry/protocol';
import type {
  AtomStore,
  BrowseStore,
  CatalogueStore,
  ListedPrime,
  PrimeLinks,
  RegistryAmounts,
  ScopeAmount,
} from '@prime-registry/store';
import type { AtomBody } from './parts/atom/atom-contents.ts';
import type { AtomHistory } from './parts/atom/atom-history.ts';
import type { AtomLinks } from './parts/atom/atom-links.ts';
import type { AtomListing } from './parts/atom/atom-list.ts';
import type { Html } from './parts/html.ts';
import type { RenderedText } from './parts/markdown.ts';
import type { Reading } from './parts/reading.ts';

/** The picture of a graph, for its page and as an image. */
export interface GraphPages {
  readonly page: string;
  readonly picture: string;
}

/** Sizes of the caches, in characters. */
const TEXT_LENGTH = 3_000_000;
const GRAPH_LENGTH = 12_000_000;
const DIFF_LENGTH = 6_000_000;
const PREVIEW_BYTES = 4_000_000;
const READING_LENGTH = 8_000_000;
/** In atoms, each about 500 bytes. */
const LISTED_ATOMS = 30_000;
/** Each usually less than a kilobyte. */
const MANIFESTS = 1000;
const LINKS_BYTES = 15_000_000;
/** In Primes, each with at most 40 names. */
const LINKED_PRIMES = 1000;
/** In versions of atoms, each with the fingerprints of its fields: about 100 bytes, because most versions share them. */
const HISTORIES = 20_000;
/** How long amounts and links between Primes are reused. */
const AMOUNTS_MS = 30_000;

const sizeOfHtml = ({ text }: Html): number => text.length + 200;

export class PageCache {
  /** Markdown as HTML, by text and place. */
  readonly texts = new LruCache<RenderedText>({
    maxSize: TEXT_LENGTH,
    sizeOf: ({ html }) => sizeOfHtml(html),
  });
  /** By inventory. */
  readonly listings = new LruCache<AtomListing>({ maxSize: LISTED_ATOMS, sizeOf: ({ count }) => count + 1 });
  /** The atoms of a version in reading order, by inventory. */
  readonly readings = new LruCache<Reading>({ maxSize: READING_LENGTH, sizeOf: ({ size }) => size });
  /** Their texts, by inventory, length and part. */
  readonly readTexts = new LruCache<Html>({ maxSize: READING_LENGTH, sizeOf: sizeOfHtml });
  /** What manifests say for people, by version. */
  readonly manifests = new LruCache<ManifestAbout>({ maxSize: MANIFESTS });
  /** By inventory. */
  readonly graphs = new LruCache<GraphPages>({
    maxSize: GRAPH_LENGTH,
    sizeOf: ({ page, picture }) => page.length + picture.length,
  });
  /** Atoms as their pages show them, by inventory and id. */
  readonly atoms = new LruCache<AtomBody>({
    maxSize: TEXT_LENGTH,
    sizeOf: ({ html: { text }, markdown = '' }) => text.length + markdown.length + 500,
  });
  /** The changes between two versions, by both inventories. */
  readonly diffs = new LruCache<Html>({ maxSize: DIFF_LENGTH, sizeOf: sizeOfHtml });
  /** Pictures of graphs for previews of links, by inventory. */
  readonly previews = new LruCache<Uint8Array>({ maxSize: PREVIEW_BYTES, sizeOf: ({ length }) => length });
  /** By inventory. */
  readonly links = new LruCache<AtomLinks>({ maxSize: LINKS_BYTES, sizeOf: ({ size }) => size });
  /** The history of atoms, each at most half a minute old. */
  readonly histories: LruCache<AtomHistory>;
  readonly #amounts: LruCache<RegistryAmounts>;
  readonly #primeLinks: LruCache<PrimeLinks>;
  readonly #mostDownloaded: LruCache<readonly ListedPrime[]>;
  readonly #scopes: LruCache<readonly ScopeAmount[]>;

  constructor(now: () => number) {
    this.histories = new LruCache({
      ...{ maxSize: HISTORIES, ttlMs: AMOUNTS_MS, now },
      sizeOf: ({ states }) => states.length,
    });
    this.#amounts = new LruCache({ maxSize: 1, ttlMs: AMOUNTS_MS, now });
    this.#primeLinks = new LruCache({ maxSize: LINKED_PRIMES, ttlMs: AMOUNTS_MS, now });
    this.#mostDownloaded = new LruCache({ maxSize: 1, ttlMs: AMOUNTS_MS, now });
    this.#scopes = new LruCache({ maxSize: 1, ttlMs: AMOUNTS_MS, now });
  }

  /** The Primes that edges of a Prime lead to and come from, at most half a minute old. */
  findPrimeLinks(store: Pick<AtomStore, 'findPrimeLinks'>, name: string): Promise<PrimeLinks> {
    return this.#primeLinks.getOrLoad(name, () => store.findPrimeLinks(name));
  }

  /** The amounts, at most half a minute old. */
  countAmounts(store: CatalogueStore): Promise<RegistryAmounts> {
    return this.#amounts.getOrLoad('amounts', () => store.countAmounts());
  }

  /** The most downloaded Primes, at most half a minute old. @param count - the same for all callers */
  listMostDownloaded(
    store: Pick<BrowseStore, 'listMostDownloaded'>,
    count: number,
  ): Promise<readonly ListedPrime[]> {
    return this.#mostDownloaded.getOrLoad('most', () => store.listMostDownloaded(count));
  }

  /** The largest scopes, at most half a minute old. @param count - the same for all callers */
  listLargestScopes(store: CatalogueStore, count: number): Promise<readonly ScopeAmount[]> {
    return this.#scopes.getOrLoad('scopes', () => store.listLargestScopes(count));
  }
}
