// The error of the client: registry, request and reason, with type guards for the cases.
import type { FieldProblem } from '@prime-registry/protocol';

/**
 * The kind of failure:
 * - `status`: the registry answered with an error status; `status` is set, and usually `code`;
 * - `unreachable`: no response, or an incomplete one (DNS, refused, reset, TLS);
 * - `timeout`: no response, or no further chunk of it, within the timeout;
 * - `aborted`: the caller's signal aborted the request;
 * - `malformed`: not the response of a registry (HTML, a redirect, broken JSON, wrong fields, another Prime);
 * - `corrupt`: bytes or a length other than the digest or the manifest says.
 */
export type FailureReason = 'status' | 'unreachable' | 'timeout' | 'aborted' | 'malformed' | 'corrupt';

// Of OpenSSL: X509_V_ERR_… in its verification errors.
const UNTRUSTED_CODES: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
]);

/** Why a rule of the registry does not allow an identity. */
export interface IdentityRefusal {
  /** The name of the rule. */
  readonly rule: string;
  readonly claim: string;
  readonly wants: string;
  /** Undefined if the identity has no such claim. */
  readonly has: string | undefined;
}

/** The details of a failure. */
export interface FailureDetails {
  /** The base URL of the registry, without credentials. */
  readonly registry: string;
  /** Method and path, such as `GET /pack/%40acme%2Fweb-style`. */
  readonly request: string;
  readonly reason: FailureReason;
  /** The HTTP status, for `status`; 404 for a `malformed` one that may not be the registry's own. */
  readonly status?: number;
  /** The registry's error code, if it sent one (RFC 9457 body with `code`). */
  readonly code?: string;
  /** Every invalid field, for a 400. */
  readonly errors?: readonly FieldProblem[];
  /** Why the rules of the registry do not allow an identity. */
  readonly refusals?: readonly IdentityRefusal[];
  /** The pause that the registry asked for, in milliseconds (RFC 9110, section 10.2.3). */
  readonly retryAfterMs?: number;
  /** The limit that a `malformed` answer exceeds, in bytes. */
  readonly limitBytes?: number;
  /** Identifies the request in the registry's log. */
  readonly requestId?: string;
  /** The cursor at which a reader of changes goes on, for `log_restarted`. */
  readonly resumeAt?: string;
  /** The platform's code of a failed connection, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly connectionCode?: string;
}

/** A failed request. The message is a sentence for people and names the registry. */
export class RegistryRequestError extends Error {
  override readonly name = 'RegistryRequestError';
  readonly registry: string;
  readonly request: string;
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly errors: readonly FieldProblem[];
  readonly refusals: readonly IdentityRefusal[];
  readonly retryAfterMs: number | undefined;
  readonly limitBytes: number | undefined;
  readonly requestId: string | undefined;
  readonly resumeAt: string | undefined;
  readonly connectionCode: string | undefined;

  constructor(message: string, details: FailureDetails, options?: ErrorOptions) {
    super(message, options);
    this.registry = details.registry;
    this.request = details.request;
    this.reason = details.reason;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.refusals = details.refusals ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.limitBytes = details.limitBytes;
    this.requestId = details.requestId;
    this.resumeAt = details.resumeAt;
    this.connectionCode = details.connectionCode;
  }
}

/** A failure with this status. */
export type StatusError<Status extends number> = RegistryRequestError & { readonly status: Status };

/**
 * The Prime or the version is not in that registry: the only failure after which the next registry may be
 * asked.
 */
export function isNotFound(error: unknown): error is StatusError<404> {
  return hasStatus(error, 404);
}

/** A 404 that may not be the registry's own: the Prime may exist. */
export function isDoubtfulNotFound(
  error: unknown,
): error is RegistryRequestError & { readonly reason: 'malformed' } {
  return error instanceof RegistryRequestError && error.reason === 'malformed' && error.status === 404;
}

/** An answer that is longer than the client accepts. */
export function isTooLong(error: unknown): error is RegistryRequestError & { readonly limitBytes: number } {
  return error instanceof RegistryRequestError && error.limitBytes !== undefined;
}

/**
 * The version was removed for good, for legal reasons with 451 (RFC 7725). Final: it is in no other registry either,
 * as far as a resolver is concerned.
 */
export function isRemoved(error: unknown): error is StatusError<410 | 451> {
  return hasStatus(error, 410) || hasStatus(error, 451);
}

/** The version is already published (contract section 4.1). */
export function isConflict(error: unknown): error is StatusError<409> {
  return hasStatus(error, 409);
}

/** A token is missing or invalid. */
export function isUnauthenticated(error: unknown): error is StatusError<401> {
  return hasStatus(error, 401);
}

/** The token is valid but lacks the permission. */
export function isForbidden(error: unknown): error is StatusError<403> {
  return hasStatus(error, 403);
}

/** The request is invalid; `errors` names the fields. */
export function isInvalid(error: unknown): error is StatusError<400 | 413> {
  return hasStatus(error, 400) || hasStatus(error, 413);
}

/** Too many requests; `retryAfterMs` says when to retry. */
export function isRateLimited(error: unknown): error is StatusError<429> {
  return hasStatus(error, 429);
}

/** The registry could not be reached, did not answer in time, or failed: a later attempt may succeed. */
export function isUnavailable(
  error: unknown,
): error is RegistryRequestError & { readonly reason: 'status' | 'unreachable' | 'timeout' } {
  if (!(error instanceof RegistryRequestError)) return false;
  if (error.reason === 'unreachable' || error.reason === 'timeout') return true;
  return error.status !== undefined && error.status >= 500;
}

/** The connection failed because the certificate of the server is signed by an authority that is not trusted. */
export function isUntrusted(
  error: unknown,
): error is RegistryRequestError & { readonly reason: 'unreachable' } {
  return error instanceof RegistryRequestError && UNTRUSTED_CODES.has(error.connectionCode ?? '');
}

/** The received bytes do not match their digest or their length. */
export function isCorrupt(error: unknown): error is RegistryRequestError & { readonly reason: 'corrupt' } {
  return error instanceof RegistryRequestError && error.reason === 'corrupt';
}

/** The caller's signal aborted the request. */
export function isAborted(error: unknown): error is RegistryRequestError & { readonly reason: 'aborted' } {
  return error instanceof RegistryRequestError && error.reason === 'aborted';
}

function hasStatus<Status extends number>(error: unknown, status: Status): error is StatusError<Status> {
  return error instanceof RegistryRequestError && error.reason === 'status' && error.status === status;
}
