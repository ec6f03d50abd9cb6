// Says in words why no answer came, or only half of one. Platforms wrap the reason in other errors, with a code within.
import type { RegistryRequestError } from '../registry-request-error.ts';
import { singleLine } from '../single-line.ts';
import { blotOut } from './blot-out.ts';
import { failure, type Subject } from './failure.ts';
import type { Patience } from './patience.ts';
import { isSameOrigin, withoutQuery } from './redirect.ts';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up just now',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** The platform's own limits, which may be below ours. */
const PLATFORM_TIMEOUTS = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/** A stage of an exchange, and what is said of a registry that fails in it. */
const STAGES = {
  head: { late: 'did not answer', broken: 'is not reachable' },
  body: { late: 'did not send the rest of its answer', broken: 'broke off its answer' },
} as const;

/** What is known where a connection failed. */
export interface ConnectionFailure {
  readonly error: unknown;
  readonly stage: keyof typeof STAGES;
  /** Who was asked: after a redirect, that may be somebody else than the registry. */
  readonly url: string;
  readonly subject: Subject;
  readonly patience: Patience;
}

/** The error for an exchange that has no whole answer: `aborted`, `timeout` or `unreachable`. */
export function connectionFailure(failed: ConnectionFailure): RegistryRequestError {
  const { error, subject, patience } = failed;
  const { late, broken } = STAGES[failed.stage];
  const isForeign = !isSameOrigin(failed.url, subject.registry);
  const who = isForeign ? `redirects to ${withoutQuery(failed.url)}, which ` : '';
  if (patience.isCalledOff) {
    return failure(subject, 'aborted', 'was not waited for: the request was called off');
  }
  if (patience.exceededMs !== undefined) {
    return failure(subject, 'timeout', `${who}${late} within ${describeDuration(patience.exceededMs)}`);
  }
  const cause = findInnermost(error);
  if (PLATFORM_TIMEOUTS.includes(cause.code)) return failure(subject, 'timeout', `${who}${late} in time`);
  return failure(subject, 'unreachable', `${who}${broken}: ${describeCause(cause, subject.token)}`);
}

/** A duration for people. */
export function describeDuration(timeMs: number): string {
  return timeMs < 1000 ? `${timeMs} ms` : `${Math.round(timeMs / 100) / 10} s`;
}

interface Cause {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

// The deepest cause says most: `fetch failed` is what lies around it.
function findInnermost(error: unknown): Cause {
  let innermost: Cause = { name: '', code: '', message: '' };
  for (let depth = 0; error instanceof Error && depth < 8; depth += 1) {
    const { name, message, cause } = error;
    const code: unknown = 'code' in error ? error.code : undefined;
    innermost = {
      name,
      code: typeof code === 'string' ? code : innermost.code,
      message: message || innermost.message,
    };
    error = cause;
  }
  return innermost;
}

function describeCause({ name, code, message }: Cause, token: string | undefined): string {
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (name === 'HTTPParserError') return 'it does not speak HTTP';
  if (code.startsWith('ERR_SSL_')) return `it does not speak TLS as expected (${code})`;
  const told = singleLine(blotOut(message, token), 120);
  return told.replace(/\.$/, '') || 'the connection failed';
}
