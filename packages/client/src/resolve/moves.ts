// The names that a Prime has had in a registry.
import type { VersionList } from '@prime-registry/protocol';

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
