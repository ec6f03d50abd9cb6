// Input and output of a resolution, and the names that a Prime has had.
import type { VersionList } from '@prime-registry/protocol';
import type { RegistryManifest, RegistryReader, SharedRequestOptions } from '../registry-reader.ts';
import type { Route } from './route.ts';

/** A requested Prime, and the registries to ask. */
export interface Query<R extends RegistryReader = RegistryReader> {
  readonly name: string;
  readonly route: Route<R>;
  readonly options: SharedRequestOptions;
  readonly fallback: Fallback;
}

/**
 * What a later registry may supply if an earlier one answers 404:
 * - `version`: an exact version of a name that an earlier registry has (contract section 7);
 * - `name`: only names that no earlier registry has.
 */
export type Fallback = 'name' | 'version';

/** A version that can be installed. */
export interface Resolution<R extends RegistryReader = RegistryReader> {
  /** The requested name. */
  readonly name: string;
  /** The version as the registry spells it. */
  readonly version: string;
  readonly registry: R;
  readonly manifest: RegistryManifest;
  /**
   * Earlier registries that have the name, but not this version. Usually empty; otherwise the version may be a
   * stranger's (dependency confusion).
   */
  readonly passedOver: readonly R[];
  /** The name that has this version, if the requested one has moved. `manifest` and tarball have this name. */
  readonly movedTo?: string;
  /** Sentences for people about a move; absent without one. */
  readonly notes?: readonly string[];
}

/** One name of a Prime, and its versions. */
export interface NamedList {
  readonly name: string;
  readonly list: VersionList;
}

/** The names of a Prime in one registry. */
export interface Moves {
  /** Each name with its list, the newest name first; the requested one is the last. */
  readonly lists: readonly [NamedList, ...NamedList[]];
  /** A name that the Prime has moved to, which the registry does not have. */
  readonly missing?: string;
}
