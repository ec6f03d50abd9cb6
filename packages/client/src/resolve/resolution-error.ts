// The one error of the resolver's own: every registry that was asked did answer, and still there is nothing to install.

/**
 * Why nothing was chosen:
 * - `not-found`: every registry that may be asked answered 404;
 * - `no-match`: the registry that has the Prime has no version that matches;
 * - `yanked`: the exact version was withdrawn;
 * - `inconsistent`: a registry lists versions that it then does not have, or that are yanked;
 * - `digest-mismatch`: a registry has the locked version with other bytes.
 */
export type ResolutionFailure = 'not-found' | 'no-match' | 'yanked' | 'inconsistent' | 'digest-mismatch';

/** What is known about a failed resolution. */
export interface ResolutionFailureDetails {
  readonly reason: ResolutionFailure;
  /** The Prime that was asked for, `@scope/name`. */
  readonly primeName: string;
  /** The range or the version that was asked for. */
  readonly range: string;
  /** The base URLs of the registries that were asked, in that order. */
  readonly registries: readonly string[];
}

/** A Prime that could not be resolved; the message is for people and says what to do. */
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
