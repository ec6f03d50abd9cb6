// The resolver's own error: every registry answered, but there is nothing to install.

/**
 * The reason:
 * - `not-found`: every allowed registry answered 404;
 * - `no-match`: the registry that has the Prime has no matching version;
 * - `yanked`: the exact version, or that of the channel, was yanked;
 * - `version-removed`: the exact version was removed for good;
 * - `foreign-move`: the Prime has moved to a name that another registry decides about;
 * - `inconsistent`: a registry lists versions that are missing or yanked;
 * - `conflict`: requirements contradict each other, see `conflicts`;
 * - `too-many`: the requirements lead to too many Primes, or to too many versions;
 * - `digest-mismatch`: a registry has the locked version with other bytes.
 */
export type ResolutionFailure =
  | 'not-found'
  | 'no-match'
  | 'yanked'
  | 'version-removed'
  | 'foreign-move'
  | 'inconsistent'
  | 'conflict'
  | 'too-many'
  | 'digest-mismatch';

/** The details of a failed resolution. */
export interface ResolutionFailureDetails {
  readonly reason: ResolutionFailure;
  /** The requested Prime, `@scope/name`. */
  readonly primeName: string;
  /** The requested range or version. */
  readonly range: string;
  /** The base URLs of the asked registries, in that order. */
  readonly registries: readonly string[];
  readonly conflicts?: readonly ConflictingRequirement[];
}

/** One of several requirements that contradict each other. */
export interface ConflictingRequirement {
  /** Who requires it: a Prime with its version, or a file of the project. */
  readonly by: string;
  /** The required Prime. */
  readonly name: string;
  readonly range: string;
  /** Why nothing matches it, if that does not depend on the others. */
  readonly problem?: string;
}

/** A Prime could not be resolved. The message is for people and says what to do. */
export class ResolutionError extends Error {
  override readonly name = 'ResolutionError';
  readonly reason: ResolutionFailure;
  readonly primeName: string;
  readonly range: string;
  readonly registries: readonly string[];
  /** The requirements that contradict each other; empty for other reasons. */
  readonly conflicts: readonly ConflictingRequirement[];

  constructor(message: string, details: ResolutionFailureDetails) {
    super(message);
    this.reason = details.reason;
    this.primeName = details.primeName;
    this.range = details.range;
    this.registries = details.registries;
    this.conflicts = details.conflicts ?? [];
  }
}
