// The part of a registry that a resolver needs, so that it works with any source of versions.
import type { VersionList, VersionManifest } from '@prime-registry/protocol';
import type { Deadline } from './http/patience.ts';

/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request and its retries. */
  readonly signal?: AbortSignal;
}

/** The option, left out if it has no value. */
export function withSignal(signal: AbortSignal | undefined): RequestOptions {
  return signal === undefined ? {} : { signal };
}

/** Options of {@link RegistryReader.versions}. */
export interface VersionsOptions extends SharedRequestOptions {
  /** Whether to include yanked versions, each with `yanked: true`; false by default. */
  readonly includeYanked?: boolean;
}

/** Options of requests that may be one of several for the same question. */
export interface SharedRequestOptions extends RequestOptions {
  /** The wait for all of them; that of the client by default. */
  readonly deadline?: Deadline;
}

/** One version of a list. `yanked` is only there for a yanked version, and true. */
export type VersionEntry = VersionList['versions'][number];

/**
 * The manifest of one version, with the field names of the wire. Only the fields of contract section 2 are
 * always there. Fields that prime-registry adds are optional, except `yanked`, which is false when the
 * registry does not send it.
 */
export type RegistryManifest = Omit<VersionManifest, OptionalField> &
  Partial<Pick<VersionManifest, OptionalField>>;

type OptionalField = 'published_at' | 'size_bytes';

/** A list of versions, or the manifest of a version. */
export interface BatchItem {
  readonly name: string;
  /** Undefined for the list. */
  readonly version?: string;
}

/** A version of a Prime. */
export interface VersionItem {
  readonly name: string;
  readonly version: string;
}

/** Options of {@link RegistryReader.readPrimes}. */
export interface BatchOptions extends VersionsOptions {
  /** Whether to ask for the manifest of the latest version of each list, too; false by default. */
  readonly includeLatest?: boolean;
}

/** The answers to several items. What is missing must be requested singly. */
export interface BatchAnswers {
  /** By name. */
  readonly lists: ReadonlyMap<string, VersionList>;
  /** By name and version, as in `@acme/core@1.2.0`. Those of latest versions are only there if a registry sends them. */
  readonly manifests: ReadonlyMap<string, RegistryManifest>;
}

/** A registry as a resolver sees it. Every method rejects with a RegistryRequestError. */
export interface RegistryReader {
  /** The base URL, without a slash at the end and without credentials. */
  readonly baseUrl: string;
  /** The versions of a Prime, in ascending precedence (contract section 4.2). */
  versions(name: string, options?: VersionsOptions): Promise<VersionList>;
  /** The manifest of one version, yanked or not (contract section 4.3). */
  manifest(name: string, version: string, options?: SharedRequestOptions): Promise<RegistryManifest>;
  /**
   * Several lists and manifests in one request, 1 to 100; each is what `versions` and `manifest` would return. A
   * registry without such an endpoint rejects, and a reader without this method is asked singly.
   */
  readPrimes?(items: readonly BatchItem[], options?: BatchOptions): Promise<BatchAnswers>;
}
