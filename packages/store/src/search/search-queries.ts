// What a search asks of an engine.
import type { Kysely, Selectable } from 'kysely';
import type { SearchHit } from '../contracts/search-store.ts';
import type { Schema } from '../sql/schema.ts';
import type { InsideFacts, InsideReads } from './inside-index.ts';
import type { Candidate } from './search-ranking.ts';
import type { Notation } from './search-terms.ts';

/** Which words: those of a name, its namespaces, tags and description alone, or those inside as well. */
export type Source = 'own' | 'all';

/** So much is read of the terms of each, names and tags first: one with a long description costs no more than others. */
export const MAX_READ_CHARACTERS = 4000;

/** How many of some Primes have a word. */
export interface WordSample {
  readonly count: number;
  /** Of so many, counted by their ids. */
  readonly among: number;
}

/** What an engine is asked; expressions are in its notation. */
export interface SearchQueries extends RowReads {
  readonly notation: Notation;
  /** Ids of Primes that match: all of them, or `limit` of them, of those that were published first if possible. */
  findIds(db: Kysely<Schema>, source: Source, expression: string, limit: number): Promise<number[]>;
  /** The same without some of them. */
  findOtherIds(
    db: Kysely<Schema>,
    source: Source,
    expression: string,
    without: readonly number[],
    page: { readonly limit: number; readonly offset: number },
  ): Promise<number[]>;
  /** How many match, counted up to `most`. */
  countMatches(db: Kysely<Schema>, source: Source, expression: string, most: number): Promise<number>;
  /** Counts those that match up to `size`, or among the first Primes. */
  sample(db: Kysely<Schema>, source: Source, expression: string, size: number): Promise<WordSample>;
  readonly inside: InsideReads;
}

/** What is read of Primes, and of atoms, by their ids, in any order. */
export interface RowReads {
  readCandidates(db: Kysely<Schema>, ids: readonly number[]): Promise<Candidate[]>;
  readEntries(db: Kysely<Schema>, ids: readonly number[]): Promise<ShownEntry[]>;
  readFacts(db: Kysely<Schema>, ids: readonly number[]): Promise<(InsideFacts & { readonly id: number })[]>;
  readAtoms(db: Kysely<Schema>, contentIds: readonly number[]): Promise<FoundAtom[]>;
  /** Of the latest versions that have one. */
  readReadmes(db: Kysely<Schema>, ids: readonly number[]): Promise<FoundReadme[]>;
}

/** What is shown of a Prime that was found. */
export type ShownEntry = Omit<SearchHit, 'score'> & { readonly id: number };

/** An atom that was found, its texts as they are stored. */
export type FoundAtom = Pick<
  Selectable<Schema['atom_contents']>,
  'id' | 'atom' | 'kind' | 'name' | 'description'
> & { readonly texts: Uint8Array };

/** The README of a Prime with this id. */
export interface FoundReadme {
  readonly id: number;
  readonly readme: string;
}
