// Interface to an engine's index of what is inside Primes: for each Prime, one row with all its words, which
// decides whether it matches, and one row for each passage.
import type { Database } from '../../sql/schema.ts';

/** Content id of the passage of the README; other passages have the id of an atom's content. */
export const README_PASSAGE = 0;

/** A passage to index. */
export interface NewPassage {
  readonly primeId: number;
  /** Id of a row in atom_contents, or {@link README_PASSAGE}. */
  readonly contentId: number;
  /** Separated by spaces. */
  readonly words: string;
  readonly terms: string;
}

/** Facts of a Prime for results and facets, in addition to its entry. */
export interface InsideFacts {
  readonly license: string;
  readonly namespaces: readonly string[];
  readonly tags: readonly string[];
  /** Kinds of its atoms. */
  readonly kinds: readonly string[];
}

/** All words of a Prime. */
export interface InsideContents extends InsideFacts {
  readonly primeId: number;
  /** Whether the index has none of it yet. */
  readonly isNew: boolean;
  /** Digest of their source, without the atoms. */
  readonly basis: string;
  /** Separated by spaces. */
  readonly terms: string;
}

/** Writes to the index. */
export interface InsideWrites {
  addPassages(db: Database, passages: readonly NewPassage[]): Promise<void>;
  removePassages(db: Database, primeId: number, contentIds: readonly number[]): Promise<void>;
  /** A page of the passages, by ascending id; ids are above 0. */
  listPassages(
    db: Database,
    primeId: number,
    afterId: number,
    limit: number,
  ): Promise<{ readonly id: number; readonly words: string }[]>;
  replaceContents(db: Database, contents: readonly InsideContents[]): Promise<void>;
  removeContents(db: Database, primeId: number): Promise<void>;
  /** Removes the contents and all passages of Primes. */
  removePrimes(db: Database, primeIds: readonly number[]): Promise<void>;
  /** Call once, after all other writes. @param changed - number of added and removed passages and contents */
  settle(db: Database, changed: number): Promise<void>;
}

/** The matching passages of a Prime. */
export interface PrimePassages {
  /** Ids of atom_contents, best first; only those that are shown. */
  readonly atomIds: readonly number[];
  readonly atomTotal: number;
  readonly hasReadme: boolean;
}

/** An atom of a Prime. */
export interface FoundPlace {
  readonly contentId: number;
  readonly primeId: number;
}

/**
 * Reads of passages. Expressions are in the notation of the engine. They are for better places first, and each matches what those
 * before it match.
 */
export interface InsideReads {
  /**
   * For each expression, the Primes of the first matching passages, of which at most `limit` are read. If so many are found, the
   * expressions after it may be left out.
   */
  findPrimes(db: Database, expressions: readonly string[], limit: number): Promise<number[][]>;
  /** Matching atoms, all or `limit`, in the order of the expressions and then of their Primes. */
  findAtoms(db: Database, expressions: readonly string[], limit: number): Promise<FoundPlace[]>;
  /** The matching passages, by Prime; Primes without one are left out. @param mostAtoms - of each Prime */
  findPassages(
    db: Database,
    expressions: readonly string[],
    primeIds: readonly number[],
    mostAtoms: number,
  ): Promise<ReadonlyMap<number, PrimePassages>>;
}

/** The same queries over one database. */
export type Over<Queries> = {
  readonly [Name in keyof Queries]: Queries[Name] extends (
    db: Database,
    ...values: infer Values
  ) => infer Result
    ? (...values: Values) => Result
    : never;
};
