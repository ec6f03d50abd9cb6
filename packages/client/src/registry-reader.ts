// What a resolver needs of a registry, so that it can work on any source of versions; and what comes out of it.
import type { VersionList, VersionManifest } from '@prime-registry/protocol';

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request, and its retries, early. */
  readonly signal?: AbortSignal;
}

/** Options of {@link RegistryReader.versions}. */
export interface VersionsOptions extends RequestOptions {
  /** Whether yanked versions are listed too, each with `yanked: true`; false when left out. */
  readonly includeYanked?: boolean;
}

/** One version of a list; `yanked` is there, and true, for a version that was withdrawn. */
export type VersionEntry = VersionList['versions'][number];

/**
 * The manifest of one version, under the names of the wire. Only the fields of contract section 2 are sure to be there;
 * what registries like prime-registry add is optional, save that a manifest that does not say so is not yanked.
 */
export type RegistryManifest = Omit<VersionManifest, OptionalField> &
  Partial<Pick<VersionManifest, OptionalField>>;

type OptionalField = 'published_at' | 'size_bytes';

/** A registry as a resolver sees it; every method rejects with a RegistryRequestError. */
export interface RegistryReader {
  /** Where the registry is, without a slash at the end and without credentials. */
  readonly baseUrl: string;
  /** The versions of a Prime, in ascending precedence (contract section 4.2). */
  versions(name: string, options?: VersionsOptions): Promise<VersionList>;
  /** The manifest of one version, yanked or not (contract section 4.3). */
  manifest(name: string, version: string, options?: RequestOptions): Promise<RegistryManifest>;
}
