// Options of the client's methods.
import type { AtomTextLevel, RemovalCategory, SearchFilters, Successor } from '@prime-registry/protocol';
import type { RequestOptions, SharedRequestOptions } from './registry-reader.ts';

/** Options of a search; the contract leaves paging open, so a registry may ignore it. */
export interface SearchOptions extends RequestOptions {
  readonly limit?: number;
  readonly offset?: number;
}

/** Options of a search inside Primes. */
export interface RichSearchOptions extends SearchOptions {
  /** Accepted values by field: a result matches one value of each field. */
  readonly filters?: SearchFilters;
}

/** Options of a download. */
export interface TarballOptions extends RequestOptions {
  /**
   * The SHA-256 in the manifest: 64 lower-case hexadecimal digits. It is only needed at the end of the
   * download.
   */
  readonly sha256: string | Promise<string>;
  /** The length in the manifest, if there is one. */
  readonly sizeBytes?: number;
}

/** Which atoms of a version to list. */
export interface AtomListOptions extends RequestOptions {
  readonly kind?: string;
  /** Words that each atom must contain. */
  readonly text?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** Whether to include the problems that were found while reading atoms. */
  readonly withProblems?: boolean;
}

/** What to read of an atom. */
export interface AtomOptions extends SharedRequestOptions {
  /** Includes its text at this length. */
  readonly text?: AtomTextLevel;
  /** Reads it from this Prime instead of the first one that has it. */
  readonly prime?: string;
  /** Reads it from this version of the Prime instead of the latest. */
  readonly version?: string;
}

/** Which edges to list. */
export interface EdgesInOptions extends RequestOptions {
  /** 1 to 100. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** Which Primes to list. */
export interface PrimeListOptions extends RequestOptions {
  /** Only names after this one, such as `next` of the previous page. */
  readonly after?: string;
  /** Only Primes of this scope, with its `@`. */
  readonly scope?: string;
  readonly limit?: number;
}

/** Which changes to follow. */
export interface FollowOptions extends RequestOptions {
  /** `next` of an earlier page; `end` for what is to come. From the beginning without it. */
  readonly after?: string;
  /** Only these types, such as `publish`. */
  readonly types?: readonly string[];
  /** Only these scopes, with their `@`. */
  readonly scopes?: readonly string[];
}

/** Which changes to read. */
export interface ChangesOptions extends FollowOptions {
  /** Most changes, 1 to 1,000. */
  readonly limit?: number;
  /** How long the registry waits for a change if there is none, in seconds; 0 to 30, and 0 by default. */
  readonly waitS?: number;
}

/** Options of a yank. */
export interface YankOptions extends RequestOptions {
  /** Public, if the registry keeps it. */
  readonly reason?: string;
}

/** Which versions to deprecate, and why. */
export interface DeprecateOptions extends RequestOptions {
  /** In npm's notation; all versions without it. */
  readonly range?: string;
  /** At most 1000 characters, for everybody. */
  readonly message: string;
  /** What to use instead. */
  readonly successor?: Successor;
}

/** Which deprecation to take back. */
export interface UndeprecateOptions extends RequestOptions {
  /** The range of the deprecation as it was set; `*` by default. */
  readonly range?: string;
}

/** Why a version is removed. */
export interface RemovalOptions extends RequestOptions {
  readonly category: RemovalCategory;
  /** At most 1000 characters, for everybody. */
  readonly reason?: string;
}
