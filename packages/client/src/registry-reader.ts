// What a resolver needs of a registry, so that it can work on any source of versions.
import type { VersionList, VersionManifest } from '@prime-registry/protocol';

/** Options of every request. */
export interface RequestOptions {
  /** Ends the request, and its retries, early. */
  readonly signal?: AbortSignal;
}

/** A registry as a resolver sees it; every method rejects with a RegistryRequestError. */
export interface RegistryReader {
  /** Where the registry is, without a slash at the end and without credentials. */
  readonly baseUrl: string;
  /** The versions of a Prime that are not yanked, in ascending precedence (contract section 4.2). */
  versions(name: string, options?: RequestOptions): Promise<VersionList>;
  /** The manifest of one version, yanked or not (contract section 4.3). */
  manifest(name: string, version: string, options?: RequestOptions): Promise<VersionManifest>;
}
