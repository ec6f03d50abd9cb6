// Another registry, as this one asks it for what is not here. Only its own 404 says that something is not there: every method
// fails with a RegistryError `upstream_unavailable` when it does not answer as a registry does, and with `upstream_mismatch`
// when what it sends is not what it promised.
import type { PrimeList, VersionManifest } from '@prime-registry/protocol';

/** Where a registry is, and what it may be asked for. */
export interface UpstreamSettings {
  /** Its base URL, without a slash at its end; what came from there is known by it. */
  readonly url: string;
  /** The scopes that it may supply, with their `@`, or `*` for every one that is not taken. */
  readonly scopes: readonly string[];
  /** Sent to this registry alone. */
  readonly token: string | undefined;
  /** How long it may take to answer, and for each further piece of a tarball, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a list of versions is given without asking again, in milliseconds. */
  readonly listMaxAgeMs: number;
  /** Whether it may have an address that the public internet does not have, such as 10.0.0.1. */
  readonly allowsPrivateAddresses: boolean;
}

/** A version in a list. */
export interface UpstreamVersion {
  readonly version: string;
  readonly publishedAtMs: number;
  readonly yanked: boolean;
}

/** A list of versions, to be asked for again by its entity tag. */
export interface ListAnswer {
  readonly etag: string | undefined;
  /** In ascending precedence, yanked ones included where the registry tells them. */
  readonly versions: readonly UpstreamVersion[];
}

/** The manifest of a version; what the contract leaves out may be missing. */
export type UpstreamManifest = Omit<VersionManifest, 'published_at' | 'size_bytes'> &
  Partial<Pick<VersionManifest, 'published_at' | 'size_bytes'>>;

/** A tarball on its way. */
export interface UpstreamTarball {
  /** Its length in bytes, if that is known in advance. */
  readonly sizeBytes: number | undefined;
  /** Its bytes. At its end the iteration fails with `upstream_mismatch` when they are not those of the digest. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A Prime that a registry has found. */
export interface UpstreamHit {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** What a registry has found. */
export interface UpstreamFindings {
  /** Best first; only names and versions that are some. */
  readonly hits: readonly UpstreamHit[];
  /** False where it says that it has left out what others behind it may have found. */
  readonly isWhole: boolean;
}

/** One registry. */
export interface Upstream {
  readonly url: string;
  readonly listMaxAgeMs: number;
  /** Whether it may supply names of a scope. */
  supplies(scope: string): boolean;
  /** Asks for the versions of a Prime; `known` is what it answered before. @returns undefined for a 404 */
  fetchList(name: string, known: ListAnswer | undefined): Promise<ListAnswer | undefined>;
  /** @returns undefined for a 404 */
  fetchManifest(name: string, version: string): Promise<UpstreamManifest | undefined>;
  /** @returns the pack.yaml as it was published; undefined where the registry does not tell */
  fetchSourceManifest(name: string, version: string): Promise<string | undefined>;
  /**
   * Opens the tarball of a version, whose digest may be known only later: it is needed when all of it has come.
   * @returns undefined for a 404
   */
  openTarball(
    name: string,
    version: string,
    sha256: string | Promise<string>,
    signal: AbortSignal,
  ): Promise<UpstreamTarball | undefined>;
  /** A page of its Primes, all or those of a scope, behind a name. @returns undefined where it does not tell which it has */
  listPrimes(scope: string | undefined, after: string | undefined): Promise<PrimeList | undefined>;
  /**
   * Searches, for at most `limit`; a registry without search finds nothing. That search is slow, or refused where there is too much
   * to do, says nothing of the other reads.
   */
  search(text: string, limit: number, signal: AbortSignal): Promise<UpstreamFindings>;
  close(): Promise<void>;
}

/** One exchange with a registry, for the metrics. */
export interface UpstreamExchange {
  readonly url: string;
  /** A status; or what went wrong when there was none. */
  readonly outcome: string;
  readonly durationMs: number;
}
