// The resolver's own error: every registry answered, but there is nothing to install.

/**
 * The reason:
 * - `not-found`: every allowed registry answered 404;
 * - `no-match`: the registry that has the Prime has no matching version;
 * - `yanked`: the exact version, or that of the channel, was yanked;
 * - `version-removed`: the exact version was removed for good;
 * - `foreign-move`: the Prime has moved to a name that another registry decides about;
 * - `inconsistent`: a registry lists versions that are missing or yanked;
 * - `digest-mismatch`: a registry has the locked version with other bytes.
 */
export type ResolutionFailure =
  | 'not-found'
  | 'no-match'
  | 'yanked'
  | 'version-removed'
  | 'foreign-move'
  | 'inconsistent'
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
}

/** A Prime could not be resolved. The message is for people and says what to do. */
export class ResolutionError extends Error {
  override readonly name = 'ResolutionError';
  readonly reason: ResolutionFailure;
  readonly primeName: string;
  readonly range: string;
  readonly registries: readonly string[];

  constructor(message: string, details: ResolutionFailureDetails) {
    super(message);
    this.reason = details.reason;
    this.primeName = details.primeName;
    this.range = details.range;
    this.registries = details.registries;
  }
}
