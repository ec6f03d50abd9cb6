// Where knowledge is read from: a registry with what is behind it, or the installed Primes of a project.
import type { Edge, TextLevel } from '@prime-registry/atoms';
import type { KnownAtom, KnownPrime, LocatedAtom, PrimeVersion } from './known-prime.ts';

export interface KnowledgeQuery {
  readonly text: string;
  /** `@acme`: only Primes of this scope. */
  readonly scope?: string | undefined;
  /** Only atoms of this kind. */
  readonly kind?: string | undefined;
  /** The number of Primes. */
  readonly limit: number;
  readonly offset: number;
}

/** A Prime that matches, with those of its atoms that match, best first. */
export interface KnowledgeHit extends PrimeVersion {
  readonly description: string;
  readonly deprecated: boolean;
  readonly from: string;
  readonly atoms: readonly KnownAtom[];
  /** How many of its atoms match. */
  readonly atomTotal: number;
}

export interface KnowledgeHits {
  /** Best first. */
  readonly hits: readonly KnowledgeHit[];
  readonly total: number;
  /** Words that were corrected because hardly anything matched. */
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  /** Base URLs of registries that did not answer in time. */
  readonly incomplete: readonly string[];
}

/** Which atoms of a version to list. */
export interface AtomPageQuery {
  readonly kind?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads Primes and atoms. A result is undefined only if the source knows that there is none; a source that cannot
 * tell rejects with a RegistryError (packages/protocol), whose detail is a sentence for the caller.
 */
export interface KnowledgeSource {
  search(query: KnowledgeQuery, options?: ReadOptions): Promise<KnowledgeHits>;
  /**
   * A version of a Prime. @param wanted - a version, a range, a channel or `latest`; undefined: the locked version of an
   * installed Prime, else the latest that is not yanked
   */
  findPrime(name: string, wanted?: string, options?: ReadOptions): Promise<KnownPrime | undefined>;
  /** A page of the atoms of a version, sorted by id; undefined if its atoms were never read. */
  listAtoms(
    prime: PrimeVersion,
    page: AtomPageQuery,
    options?: ReadOptions,
  ): Promise<{ readonly atoms: readonly KnownAtom[]; readonly total: number } | undefined>;
  /** Every atom of a version with its edges, sorted by id, in batches; without texts. */
  readAtoms(
    prime: PrimeVersion,
    options?: ReadOptions,
  ): AsyncIterable<readonly (KnownAtom & { readonly edges: readonly Edge[] })[]>;
  /** The texts of some atoms of a version, at most 200, by id. */
  readTexts(
    prime: PrimeVersion,
    ids: readonly string[],
    level: TextLevel,
    options?: ReadOptions,
  ): Promise<ReadonlyMap<string, string>>;
  /** One atom: of that Prime, or of the first Prime that has it. */
  findAtom(
    id: string,
    place: { readonly prime?: string | undefined; readonly wanted?: string | undefined },
    options?: ReadOptions,
  ): Promise<LocatedAtom | undefined>;
  /**
   * Of some atoms, the Prime in their own scope whose latest version has them; atoms without one are left out. Without this
   * function, Primes of other scopes may stand for them in a context.
   */
  findHomes?(ids: readonly string[], options?: ReadOptions): Promise<ReadonlyMap<string, PrimeVersion>>;
  /** Names of Primes, or ids of atoms, that look like a text that names none; at most 5, best first. */
  suggest(text: string, what: 'prime' | 'atom', options?: ReadOptions): Promise<readonly string[]>;
}
