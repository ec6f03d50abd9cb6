// Which failure of a request an error is.
import { UNTRUSTED_CODES } from './http/connection-failure.ts';
import { RegistryRequestError } from './registry-request-error.ts';

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
  return error instanceof RegistryRequestError && UNTRUSTED_CODES.includes(error.connectionCode ?? '');
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
