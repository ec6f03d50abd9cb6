/** A locked version, with its digests and the reason for it. */
export interface LockedPrime {
  /** `@scope/name`. */
  readonly name: string;
  readonly version: string;
  /** The requested range, as text for `parseRange`; absent if only other Primes require it. */
  readonly range?: string;
  /** SHA-256 of the tarball, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Digest of the unpacked files, as `treeDigest` of the archive package computes it. */
  readonly tree_sha256: string;
  /** Base URL of the registry it came from, normalised; for a Prime of this machine, `file:` and its path. */
  readonly registry: string;
  /**
   * Earlier registries that had the name, but not this version: base URLs, separated by spaces. Usually
   * absent.
   */
  readonly passed_over?: string;
  /** The name that has this version, if `name` had moved when it was locked; usually absent. */
  readonly moved_to?: string;
  /** The project file that requires it, with `/`; absent if it was installed by name. */
  readonly required_by?: string;
  /** What it requires itself, as `parseLockedRequires` reads it; absent if it requires nothing. */
  readonly requires?: string;
}

/** The fields of an entry below its name, in the order of the file. */
export const LOCKED_FIELDS = [
  'version',
  'range',
  'sha256',
  'tree_sha256',
  'registry',
  'passed_over',
  'moved_to',
  'required_by',
  'requires',
] as const satisfies (keyof LockedPrime)[];
