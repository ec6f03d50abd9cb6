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
