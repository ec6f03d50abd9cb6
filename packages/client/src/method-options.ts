// What the methods of a client can be told beside what they are about.
import type { AtomTextLevel, SearchFilters } from '@prime-registry/protocol';
import type { RequestOptions } from './registry-reader.ts';

/** Options of a search; the contract leaves paging open, so a registry may ignore it. */
export interface SearchOptions extends RequestOptions {
  readonly limit?: number;
  readonly offset?: number;
}

/** Options of a search that tells why something was found. */
export interface RichSearchOptions extends SearchOptions {
  /** Of each field any of some values. */
  readonly filters?: SearchFilters;
}

/** Options of a download. */
export interface TarballOptions extends RequestOptions {
  /** The SHA-256 that the manifest promises: 64 lower-case hexadecimal digits. It is needed only when all has come. */
  readonly sha256: string | Promise<string>;
  /** The length that the manifest promises, if it does. */
  readonly sizeBytes?: number;
}

/** Which atoms of a version to list. */
export interface AtomListOptions extends RequestOptions {
  readonly kind?: string;
  /** Words that each atom has to have. */
  readonly text?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** Whether to tell what could not be read. */
  readonly withProblems?: boolean;
}

/** What to read of an atom. */
export interface AtomOptions extends RequestOptions {
  /** Its text at this length as well. */
  readonly text?: AtomTextLevel;
  /** As it is in this Prime, and not in the first that has it. */
  readonly prime?: string;
  /** In this version of the Prime, and not in its latest. */
  readonly version?: string;
}

/** Which Primes to list. */
export interface PrimeListOptions extends RequestOptions {
  /** Only names behind this one, as in the `next` of the page before. */
  readonly after?: string;
  /** Only those of this scope, with its `@`. */
  readonly scope?: string;
  readonly limit?: number;
}

/** Options of a yank. */
export interface YankOptions extends RequestOptions {
  /** Is shown to everybody, where the registry keeps it. */
  readonly reason?: string;
}
