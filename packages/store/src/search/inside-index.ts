// What is inside Primes, as an engine indexes it: a row of words for each Prime, which says that it matches at all, and one for
// each of its passages.
import type { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';

/** The passage that is the README; others have the id of an atom's content. */
export const README_PASSAGE = 0;

/** A passage to index. */
export interface NewPassage {
  readonly primeId: number;
  /** Id of a row in atom_contents, or {@link README_PASSAGE}. */
  readonly contentId: number;
  /** With spaces between them. */
  readonly words: string;
  readonly terms: string;
}

/** What is shown and counted of a Prime beside its entry. */
export interface InsideFacts {
  readonly license: string;
  readonly namespaces: readonly string[];
  /** Of its atoms. */
  readonly kinds: readonly string[];
}

/** The words of a Prime. */
export interface InsideContents extends InsideFacts {
  readonly primeId: number;
  /** What they were made of, in short. */
  readonly basis: string;
  /** With spaces between them. */
  readonly terms: string;
}

/** What an engine does to its index. */
export interface InsideWrites {
  addPassages(db: Kysely<Schema>, passages: readonly NewPassage[]): Promise<void>;
  removePassages(db: Kysely<Schema>, primeId: number, contentIds: readonly number[]): Promise<void>;
  /** Some of the passages, in the order of ids; an id is above 0. */
  listPassages(
    db: Kysely<Schema>,
    primeId: number,
    afterId: number,
    limit: number,
  ): Promise<{ readonly id: number; readonly words: string }[]>;
  replaceContents(db: Kysely<Schema>, contents: readonly InsideContents[]): Promise<void>;
  removeContents(db: Kysely<Schema>, primeId: number): Promise<void>;
  /** Removes contents and all passages of the Primes. */
  removePrimes(db: Kysely<Schema>, primeIds: readonly number[]): Promise<void>;
  /** To be asked once, after all else. @param changed - how many passages and contents have come and gone */
  settle(db: Kysely<Schema>, changed: number): Promise<void>;
}

/** How many passages of a Prime match. */
export interface PrimePassages {
  readonly primeId: number;
  readonly count: number;
}

/** A passage that matches. */
export interface MatchingPassage {
  readonly primeId: number;
  readonly contentId: number;
  /** How many match in its Prime. */
  readonly count: number;
}

/** What an engine is asked of passages; expressions are in its notation. */
export interface InsideReads {
  /** Of the first passages that match, at most `limit`, how many each Prime has. */
  countPassages(db: Kysely<Schema>, expression: string, limit: number): Promise<PrimePassages[]>;
  /** The first passages that match of each of some Primes, the README before atoms. */
  findPassages(
    db: Kysely<Schema>,
    expression: string,
    primeIds: readonly number[],
    limitEach: number,
  ): Promise<MatchingPassage[]>;
}
