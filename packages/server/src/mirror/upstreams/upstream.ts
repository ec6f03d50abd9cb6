// The interface of an upstream: another registry that a mirror asks for what is not here. Only a 404 of the
// upstream means that something does not exist. Every method rejects with RegistryError
// `upstream_unavailable` if the upstream does not answer properly, and with `upstream_mismatch` if it sends
// something else than it promised. Requests for a version reject with `version_removed` or `version_removed_by_law` if
// the upstream has removed it.
import type { Changes, PrimeList, VersionManifest } from '@prime-registry/protocol';
import type { ListedVersion, OriginProof, SearchHit, SignatureRecord } from '@prime-registry/store';
import type { UpstreamLifecycle } from '../../tasks/lists/upstream-lifecycle.ts';

/** The address of an upstream, and what it may supply. */
export interface UpstreamSettings {
  /** Its base URL without a trailing slash; it identifies what came from this upstream. */
  readonly url: string;
  /** The scopes that it may supply, with their `@`, or `*` for all that do not belong to this registry. */
  readonly scopes: readonly string[];
  /** Sent to this upstream only. */
  readonly token: string | undefined;
  /** How long it may take to answer, and for each further piece of a tarball, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a version list is fresh, in milliseconds. */
  readonly listMaxAgeMs: number;
  /** Whether its address may be private, such as 10.0.0.1. */
  readonly allowsPrivateAddresses: boolean;
  /** Whether its 404 counts if the body is a web page, which proxies send too. */
  readonly acceptsNotFoundPages: boolean;
  /** The verifier keys (C2SP signed-note) of its transparency log; undefined to trust the first one. */
  readonly logKeys?: readonly string[] | undefined;
}

/** A version list, to be revalidated by its entity tag. */
export interface ListAnswer {
  readonly etag: string | undefined;
  /** In ascending precedence, with yanked ones if the upstream lists them. */
  readonly versions: readonly ListedVersion[];
  /** What happened to the Prime after its publishes. */
  readonly lifecycle?: UpstreamLifecycle | undefined;
  /** The versions as JSON, if they were just read. */
  readonly text?: string;
  /** The same of the lifecycle; empty if there is none. */
  readonly lifecycleText?: string;
}

/** A Prime that an upstream has found. */
export type UpstreamHit = Omit<SearchHit, 'score' | 'deprecated'>;

/** The manifest of a version; fields that the contract does not require may be missing. */
export type UpstreamManifest = Omit<VersionManifest, 'published_at' | 'size_bytes'> &
  Partial<Pick<VersionManifest, 'published_at' | 'size_bytes'>>;

/** A tarball that is being downloaded. */
export interface UpstreamTarball {
  /** Its length in bytes, if known in advance. */
  readonly sizeBytes: number | undefined;
  /** Its bytes. At the end the iteration throws `upstream_mismatch` if they do not match the digest. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What the manifest of an upstream says about a version, as far as a proof must agree with it. */
export interface ToldVersion {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Whether the upstream has it from another registry. */
  readonly isMirrored: boolean;
}

export interface UpstreamFindings {
  /** Best first; only valid names and versions. */
  readonly hits: readonly UpstreamHit[];
  /** False if the upstream says that its own upstreams may have more. */
  readonly isWhole: boolean;
}

export interface Upstream {
  readonly url: string;
  readonly listMaxAgeMs: number;
  /** Whether it may supply names of a scope. */
  supplies(scope: string): boolean;
  /** Asks for the versions of a Prime. @param known - its previous answer @returns undefined for a 404 */
  fetchList(name: string, known: ListAnswer | undefined): Promise<ListAnswer | undefined>;
  /** @returns undefined for a 404 */
  fetchManifest(name: string, version: string): Promise<UpstreamManifest | undefined>;
  /** @returns the pack.yaml as it was published; undefined if the upstream does not offer it */
  fetchSourceManifest(name: string, version: string): Promise<string | undefined>;
  /** @returns the signatures as the upstream has them, unverified; undefined if it does not offer any */
  fetchSignatures(name: string, version: string): Promise<readonly SignatureRecord[] | undefined>;
  /**
   * Opens the tarball of a version. The digest may be a promise: it is needed only when all bytes have
   * arrived.
   * @returns undefined for a 404
   */
  openTarball(
    name: string,
    version: string,
    sha256: string | Promise<string>,
    signal: AbortSignal,
  ): Promise<UpstreamTarball | undefined>;
  /**
   * Asks for the proof that a version is in the log of the upstream, or of the registry behind it, and verifies it.
   * @param telling - what its manifest says; undefined if there is none
   * @returns undefined if the upstream has no log, or does not have the version in it yet
   * @throws RegistryError `upstream_changed` or `upstream_mismatch` if the log contradicts the manifest or itself, or is
   *   missing although there was one
   */
  proveVersion(
    name: string,
    version: string,
    telling: Promise<ToldVersion | undefined>,
  ): Promise<OriginProof | undefined>;
  /**
   * A page of its Primes, all or those of a scope, behind a name.
   * @returns undefined if the upstream does not list its Primes
   */
  listPrimes(scope: string | undefined, after: string | undefined): Promise<PrimeList | undefined>;
  /**
   * A page of its changes behind a cursor, of which `end` is what is to come. If there is none, the upstream waits for one
   * for `waitS` seconds.
   * @returns undefined if the upstream has no change feed; `restarted` if the cursor is of another log
   */
  readChanges(
    after: string,
    options: { readonly waitS: number; readonly signal: AbortSignal },
  ): Promise<Changes | 'restarted' | undefined>;
  /** Which log is its own, and which keys sign for it, as it says. @returns undefined if it has no log */
  describeLog(): Promise<{ readonly origin: string; readonly vkeys: readonly string[] } | undefined>;
  /**
   * Asks which Primes have an atom, as their latest versions there have it.
   * @returns undefined for a 404, also of a registry that cannot tell
   */
  findAtomHomes(atomId: string): Promise<readonly Pick<UpstreamHit, 'name' | 'version'>[] | undefined>;
  /**
   * Searches for at most `limit` Primes; a registry without search finds none. A slow or refused search does
   * not count against other reads.
   */
  search(text: string, limit: number, signal: AbortSignal): Promise<UpstreamFindings>;
  close(): Promise<void>;
}

/** One exchange with an upstream, for the metrics. */
export interface UpstreamExchange {
  readonly url: string;
  /** The status, or the kind of failure without one. */
  readonly outcome: string;
  readonly durationMs: number;
}
