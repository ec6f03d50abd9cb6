// Interface to the lists of pages and feeds: latest publishes, Primes of a scope, totals.
import type { Version } from '@prime-registry/protocol';

/** A version in a list of several Primes. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** How many atoms were read; if none were read, how many the version says that it has. */
  readonly atoms: number;
  readonly publishedAtMs: number;
  /** Whether it is the latest version of its Prime, and deprecated. */
  readonly deprecated?: true;
}

/** A version in the list of its Prime. */
export interface VersionSummary {
  readonly version: string;
  readonly publishedAtMs: number;
  readonly sizeBytes: number;
  /** As in {@link PublishedVersion}. */
  readonly atoms: number;
  readonly yanked: boolean;
}

/** A number of Primes. */
export interface PrimeCount {
  readonly primes: number;
  /** Whether there are even more, which were not counted. */
  readonly isMore: boolean;
}

/** Who did something with a version. */
export interface VersionActor {
  /** Id of a token, or what an export or an upstream tells. */
  readonly id: string;
  /** The name of the token; undefined if it is not one of this registry, such as an exchanged one. */
  readonly name: string | undefined;
}

/** Who published a version, and who yanked it. */
export interface VersionActors {
  readonly publishedBy: VersionActor;
  /** Undefined unless it is yanked. */
  readonly yankedBy: VersionActor | undefined;
}

/** A Prime in the list of all. */
export interface PrimeEntry {
  readonly name: string;
  /** Undefined if every version is yanked. */
  readonly latest: string | undefined;
  /** Number of versions, including yanked ones; at least 1. */
  readonly versions: number;
  /** Base URL of the upstream they came from; undefined if they were published here. */
  readonly origin: string | undefined;
}

/** A Prime whose latest version requires another one. */
export interface RequiringPrime {
  readonly name: string;
  /** The versions of the other Prime that it accepts. */
  readonly range: string;
}

/** Totals of a registry, including yanked versions. */
export interface RegistryAmounts {
  /** The highest id; a little too high if publishes were rolled back. */
  readonly primes: number;
  readonly versions: number;
  readonly scopes: number;
}

/** A scope with the number of versions that were published in it. */
export interface ScopeAmount {
  /** With its `@`. */
  readonly scope: string;
  /** Including yanked versions. */
  readonly versions: number;
}

/** Selects all Primes, those of a scope (with its `@`), or one. */
export type Selection = { readonly scope: string } | { readonly name: string } | Record<string, never>;

/** Lists for people, without yanked versions unless stated otherwise. */
export interface CatalogueStore {
  /** The latest publishes, newest first. */
  listPublishes(selection: Selection, limit: number): Promise<PublishedVersion[]>;
  /** The latest version of every Prime of a scope, by name, after `afterName`, which need not exist. */
  listPrimesOf(scope: string, afterName: string, limit: number): Promise<PublishedVersion[]>;
  /** The number of Primes of a scope that have a version, yanked ones included. Counts up to 10,000. */
  countPrimesOf(scope: string): Promise<PrimeCount>;
  /**
   * The Primes that have a version, in byte order of their names, after `afterName`, which need not exist.
   * @param scope - with its `@`; undefined for all
   */
  listPrimes(scope: string | undefined, afterName: string, limit: number): Promise<PrimeEntry[]>;
  /** Every version in descending precedence, including yanked ones; empty for a Prime that does not exist. */
  listVersionSummaries(name: string): Promise<VersionSummary[]>;
  /**
   * The Primes whose latest version requires this one, in byte order of their names, after `afterName`, which need
   * not exist. Reads one index entry for each.
   */
  listRequiring(name: string, afterName: string, limit: number): Promise<RequiringPrime[]>;
  /** Undefined if the version has none or does not exist. */
  findReadme(name: string, version: Version): Promise<string | undefined>;
  /** The names of the tokens that published the versions of a Prime, by version; others are left out. */
  listPublishers(name: string): Promise<ReadonlyMap<string, string>>;
  /** Undefined if the version does not exist. */
  findActors(name: string, version: Version): Promise<VersionActors | undefined>;
  /** Reads a row for each scope, so cache the result. */
  countAmounts(): Promise<RegistryAmounts>;
  /**
   * The scopes with the most versions, largest first, then by name. Reads as many rows; if some of those with equally many are
   * left out, they are the first ones by name.
   */
  listLargestScopes(limit: number): Promise<ScopeAmount[]>;
}
