// What is searched, and what a search finds.
import type { RequestOptions } from '@prime-registry/client';

/** A registry that can be searched. */
export interface SearchableRegistry {
  readonly baseUrl: string;
  search(text: string, options: SearchOptions): Promise<SearchAnswer>;
}

interface SearchOptions extends RequestOptions {
  readonly limit: number;
  readonly offset: number;
}

interface SearchAnswer {
  readonly results: readonly Omit<SearchHit, 'registry'>[];
  readonly total?: number;
  readonly incomplete?: readonly string[];
  readonly corrected?: readonly Correction[];
}

/** A mistyped word, and what it was taken for. */
interface Correction {
  readonly from: string;
  readonly to: string;
}

/** A correction, and who made it: a registry, or the search over what is installed. */
export type PlacedCorrection = Correction & ({ readonly registry: string } | { readonly installed: true });

/** A Prime that was found. */
export interface SearchHit {
  readonly name: string;
  /** Its latest version. */
  readonly version: string;
  readonly description: string;
  /** Relevance, comparable within one registry. */
  readonly score: number;
  /** Whether this version is deprecated; absent if not. */
  readonly deprecated?: boolean;
  /** The best matching atoms, if the search includes atoms. */
  readonly atoms?: readonly AtomHit[];
  /** Of an installed Prime, the registry that it was installed from. */
  readonly registry: string;
  /** Whether this is what is installed and locked; absent if not. */
  readonly installed?: true;
  /** The upstream registry, if that registry has it as a mirror. */
  readonly origin?: string;
}

/** An atom that was found. */
export interface AtomHit {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
}

/** A registry that could not be searched. */
interface SearchFailure {
  readonly registry: string;
  /** A sentence that names the registry. */
  readonly message: string;
}

/** The combined answers of all registries, and of what is installed. */
export interface SearchOutcome {
  /** The searched registries, in order. */
  readonly registries: readonly string[];
  /**
   * Installed ones first, unless they have no match as typed, then in the order of the registries, the best of each registry
   * first.
   */
  readonly results: readonly SearchHit[];
  /** Matches in all registries; absent if one of them sent no total. */
  readonly total?: number;
  /** The offset of the next page; absent on the last page. */
  readonly next_offset?: number;
  readonly failures: readonly SearchFailure[];
  /** Upstreams of the searched registries that did not answer in time; absent if there are none. */
  readonly incomplete?: readonly string[];
  /** How words were read that led to some of the results; absent if all match as typed, as far as registries say. */
  readonly corrected?: readonly PlacedCorrection[];
}

/** What was found among the installed Primes: all of them, best first. */
export interface InstalledHits {
  readonly hits: readonly SearchHit[];
  /** Whether they lack some of the words, so that those of registries come first. */
  readonly isPartial: boolean;
  /** Words that were read as others, which also lets those of registries come first. */
  readonly corrected: readonly Correction[];
}

/** Without installed Primes. */
export const NOTHING_INSTALLED: InstalledHits = { hits: [], isPartial: false, corrected: [] };

/** The registries, and the pinned scopes. */
export interface SearchedRegistries {
  readonly ordered: readonly SearchableRegistry[];
  readonly pins: ReadonlyMap<string, SearchableRegistry>;
}
