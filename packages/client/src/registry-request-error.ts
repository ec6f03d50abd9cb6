// The one error of the client: which registry, which request, what went wrong. Guards tell the cases apart.
import type { FieldProblem } from '@prime-registry/protocol';

/**
 * What kind of failure it is:
 * - `status`: the registry answered with an error status; `status` and mostly `code` are set;
 * - `unreachable`: no answer came, or it broke off (DNS, refused, reset, TLS);
 * - `timeout`: no answer, or no further byte of it, within the time allowed;
 * - `aborted`: the caller's signal ended it;
 * - `malformed`: an answer that is none of a registry (HTML, a redirect, broken JSON, wrong fields, another Prime);
 * - `corrupt`: a tarball whose bytes or length are not those that were promised.
 */
export type FailureReason = 'status' | 'unreachable' | 'timeout' | 'aborted' | 'malformed' | 'corrupt';

/** What is known about a failure. */
export interface FailureDetails {
  /** The base URL of the registry, without credentials. */
  readonly registry: string;
  /** Method and path, such as `GET /pack/%40acme%2Fweb-style`. */
  readonly request: string;
  readonly reason: FailureReason;
  /** The HTTP status, for `status`. */
  readonly status?: number;
  /** The word of the registry's table of errors, where it sent one (RFC 9457 body with `code`). */
  readonly code?: string;
  /** Every field that is wrong, for a 400. */
  readonly errors?: readonly FieldProblem[];
  /** How long the registry asked to wait, in milliseconds (RFC 9110, section 10.2.3). */
  readonly retryAfterMs?: number;
  /** Finds the request in the registry's log. */
  readonly requestId?: string;
}

/** A request that failed; the message is a sentence for people and names the registry. */
export class RegistryRequestError extends Error {
  override readonly name = 'RegistryRequestError';
  readonly registry: string;
  readonly request: string;
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, details: FailureDetails, options?: ErrorOptions) {
    super(message, options);
    this.registry = details.registry;
    this.request = details.request;
    this.reason = details.reason;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
  }
}

/** A failure that is known to have this status. */
export type StatusError<Status extends number> = RegistryRequestError & { readonly status: Status };

/** The Prime or the version is not in that registry: the one failure after which the next registry may be asked. */
export function isNotFound(error: unknown): error is StatusError<404> {
  return hasStatus(error, 404);
}

/** The version is already published (contract section 4.1). */
export function isConflict(error: unknown): error is StatusError<409> {
  return hasStatus(error, 409);
}

/** A token is needed, or the one that was sent is not good. */
export function isUnauthenticated(error: unknown): error is StatusError<401> {
  return hasStatus(error, 401);
}

/** The token is good but may not do this. */
export function isForbidden(error: unknown): error is StatusError<403> {
  return hasStatus(error, 403);
}

/** What was sent is wrong; `errors` names the fields. */
export function isInvalid(error: unknown): error is StatusError<400 | 413> {
  return hasStatus(error, 400) || hasStatus(error, 413);
}

/** Too many requests; `retryAfterMs` says when to come back. */
export function isRateLimited(error: unknown): error is StatusError<429> {
  return hasStatus(error, 429);
}

/** The registry could not be reached, did not answer in time, or failed: trying again later may help. */
export function isUnavailable(
  error: unknown,
): error is RegistryRequestError & { readonly reason: 'status' | 'unreachable' | 'timeout' } {
  if (!(error instanceof RegistryRequestError)) return false;
  if (error.reason === 'unreachable' || error.reason === 'timeout') return true;
  return error.status !== undefined && error.status >= 500;
}

/** The bytes that came are not those that were promised. */
export function isCorrupt(error: unknown): error is RegistryRequestError & { readonly reason: 'corrupt' } {
  return error instanceof RegistryRequestError && error.reason === 'corrupt';
}

/** The caller's signal ended it. */
export function isAborted(error: unknown): error is RegistryRequestError & { readonly reason: 'aborted' } {
  return error instanceof RegistryRequestError && error.reason === 'aborted';
}

function hasStatus<Status extends number>(error: unknown, status: Status): error is StatusError<Status> {
  return error instanceof RegistryRequestError && error.reason === 'status' && error.status === status;
}
