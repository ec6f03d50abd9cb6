// Interface to the search queries of an engine.
import type { Selectable } from 'kysely';
import type { SuggestedAtom } from '../contracts/search/rich-search-store.ts';
import type { SearchHit } from '../contracts/search/search-store.ts';
import type { Database, Schema } from '../sql/schema.ts';
import type { InsideFacts, InsideReads, Over } from './inside/inside-index.ts';
import type { OrderReads } from './prime-orders.ts';
import type { Candidate } from './search-ranking.ts';
import type { Notation } from './words/search-terms.ts';

/** `own`: the words of name, namespaces, tags and description. `all`: also those of atoms and README. */
export type Source = 'own' | 'all';

/**
 * Only the first terms of each Prime are read, names and tags first, so that long descriptions cost no more.
 */
export const MAX_READ_CHARACTERS = 4000;

/** The Primes that match an expression. */
export interface MatchingIds {
  /** Counted up to the asked number. */
  readonly total: number;
  /** All, in ascending order, if they are fewer than was asked for; otherwise some, or none. */
  readonly ids: readonly number[];
}

/** The number of Primes with a word, in a sample. */
export interface WordSample {
  readonly count: number;
  /** Size of the sample: a range of ids. */
  readonly among: number;
}

/** Whether a Prime has the word, in its entry or inside. */
export async function hasWord({ notation, ...queries }: SearchQueries, word: string): Promise<boolean> {
  const expression = notation.exact(word);
  if ((await queries.countMatches(expression, 1)) > 0) return true;
  // The words of a large Prime are not all in the row of its words.
  const [primes = []] = await queries.inside.findPrimes([expression], 1);
  return primes.length > 0;
}

/** The queries of one search. */
export type SearchQueries = Over<Omit<EngineQueries, 'notation' | 'inside'>> & {
  readonly notation: Notation;
  readonly inside: Over<InsideReads>;
};

/** The search queries; expressions are in the notation of the engine. */
export interface EngineQueries extends RowReads, OrderReads {
  readonly notation: Notation;
  /** Ids of matching Primes: all, or `limit` of them, preferably those that were published first. */
  findIds(db: Database, source: Source, expression: string, limit: number): Promise<number[]>;
  /** The number of matching Primes, counted up to `most`, and their ids if they are fewer than `fewest`. */
  findMatches(db: Database, expression: string, fewest: number, most: number): Promise<MatchingIds>;
  /**
   * Ids of the Primes that match the expressions, in their order, each once.
   * @param most - of these and the known ones
   * @param known - ids that are left out
   */
  findFirstIds(
    db: Database,
    source: Source,
    expressions: readonly string[],
    most: number,
    known: ReadonlySet<number>,
  ): Promise<number[]>;
  /** A page of the ids of matching Primes, without some of them. */
  findOtherIds(
    db: Database,
    expression: string,
    without: readonly number[],
    page: { readonly limit: number; readonly offset: number },
  ): Promise<number[]>;
  /** The number of matches, counted up to `most`. */
  countMatches(db: Database, expression: string, most: number): Promise<number>;
  /** The numbers of Primes that match each expression, counted up to `most`. */
  countEach(db: Database, expressions: readonly string[], most: number): Promise<number[]>;
  /** Counts the matches of each expression up to `size`, or among the first Primes. */
  sampleEach(db: Database, expressions: readonly string[], size: number): Promise<WordSample[]>;
  readonly inside: InsideReads;
}

/** Reads of Primes and atoms by their ids, in any order. */
export interface RowReads {
  readCandidates(db: Database, ids: readonly number[]): Promise<Candidate[]>;
  /** Names by id. */
  readNames(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  readEntries(db: Database, ids: readonly number[]): Promise<ShownEntry[]>;
  readFacts(db: Database, ids: readonly number[]): Promise<(InsideFacts & { readonly id: number })[]>;
  /** Undefined if there is no such Prime. */
  findPrimeId(db: Database, name: string): Promise<number | undefined>;
  /** What orders and counts need of many atoms. */
  readAtomKinds(
    db: Database,
    contentIds: readonly number[],
  ): Promise<Pick<AtomName, 'id' | 'atom' | 'kind'>[]>;
  readAtomNames(db: Database, contentIds: readonly number[]): Promise<AtomName[]>;
  readAtoms(db: Database, contentIds: readonly number[]): Promise<FoundAtom[]>;
  /** Words of the vocabulary that are spelled alike. */
  listAlike(db: Database, typed: string): Promise<string[]>;
  /** READMEs of the latest versions that have one. */
  readReadmes(db: Database, ids: readonly number[]): Promise<FoundReadme[]>;
}

/** The shown fields of a matching Prime. */
export type ShownEntry = Pick<SearchHit, 'name' | 'version' | 'description'> & {
  readonly id: number;
  /** 1 if the version is deprecated. */
  readonly isDeprecated: number;
  /** JSON; null if it requires no Primes. */
  readonly requires: string | null;
};

/** What an atom is called, by the id of its content. */
export type AtomName = Pick<SuggestedAtom, 'atom' | 'kind' | 'label' | 'description'> & {
  readonly id: number;
};

/** A matching atom, with its texts as stored. */
export type FoundAtom = Pick<
  Selectable<Schema['atom_contents']>,
  'id' | 'atom' | 'kind' | 'name' | 'description' | 'facts'
> & { readonly texts: Uint8Array };

/** The README of the Prime with this id. */
export interface FoundReadme {
  readonly id: number;
  readonly readme: string;
}
