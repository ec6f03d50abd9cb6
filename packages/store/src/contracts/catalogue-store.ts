// What pages and feeds ask of the store beside the version at hand: what came last, what a scope has, how much there is.
import type { Version } from '@prime-registry/protocol';

/** A version in a list that is not about its Prime alone. */
export interface PublishedVersion {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly atoms: number;
  readonly publishedAtMs: number;
}

/** A version among those of its Prime. */
export interface VersionSummary {
  readonly version: string;
  readonly publishedAtMs: number;
  readonly sizeBytes: number;
  readonly atoms: number;
  readonly yanked: boolean;
}

/** A Prime among all. */
export interface PrimeEntry {
  readonly name: string;
  /** Undefined when every version is yanked. */
  readonly latest: string | undefined;
  /** How many there are, yanked ones included; at least 1. */
  readonly versions: number;
  /** Base URL of the registry that they came from; undefined for what was published here. */
  readonly origin: string | undefined;
}

/** How much a registry holds; yanked versions count. */
export interface RegistryAmounts {
  /** By the last one's id; a few more where publishes were undone. */
  readonly primes: number;
  readonly versions: number;
  readonly scopes: number;
}

/** Of which Primes: all of them, those of a scope (with its `@`), or one. */
export type Selection = { readonly scope: string } | { readonly name: string } | Record<string, never>;

/** Lists for people. Yanked versions are in none of them unless it says so. */
export interface CatalogueStore {
  /** What was published last, newest first. */
  listPublishes(selection: Selection, limit: number): Promise<PublishedVersion[]>;
  /** The latest version of every Prime of a scope, by name, behind `afterName`, which need not exist. */
  listPrimesOf(scope: string, afterName: string, limit: number): Promise<PublishedVersion[]>;
  /**
   * Every Prime of which there is a version, in the order of the bytes of their names, behind `afterName`, which need not exist.
   * @param scope - with its `@`; undefined for all
   */
  listPrimes(scope: string | undefined, afterName: string, limit: number): Promise<PrimeEntry[]>;
  /** Every version in descending precedence, yanked ones included; empty for a Prime that does not exist. */
  listVersionSummaries(name: string): Promise<VersionSummary[]>;
  /** Undefined where there is none, or no such version. */
  findReadme(name: string, version: Version): Promise<string | undefined>;
  /** Reads a row for each scope, so the answer is worth keeping. */
  countAmounts(): Promise<RegistryAmounts>;
}
