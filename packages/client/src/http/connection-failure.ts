// Explains a missing or incomplete response. Platforms wrap the reason in other errors, with a code inside.
import type { RegistryRequestError } from '../registry-request-error.ts';
import { singleLine } from '../single-line.ts';
import { blotOut, failure, type Subject } from './failure.ts';
import type { ExceededLimit, Patience } from './patience.ts';
import { isSameOrigin, withoutQuery } from './redirect.ts';

/** Of OpenSSL: X509_V_ERR_… in its verification errors. */
export const UNTRUSTED_CODES = [
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT'],
  ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['CERT_UNTRUSTED', 'CERT_SIGNATURE_FAILURE'],
];

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the DNS lookup of the host failed temporarily',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ...Object.fromEntries(UNTRUSTED_CODES.map((code) => [code, 'its certificate is not trusted'])),
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
};

/** The platform's own timeouts, which may be shorter than the client's. */
const PLATFORM_TIMEOUTS = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/** The stages of an exchange, and the words for a failure in each. */
const STAGES = {
  head: { late: 'did not answer', broken: 'is not reachable' },
  body: { late: 'did not send the rest of its answer', broken: 'sent an incomplete answer' },
} as const;

export interface ConnectionFailure {
  readonly error: unknown;
  readonly stage: keyof typeof STAGES;
  /** The requested URL: after a redirect, it may belong to another server. */
  readonly url: string;
  readonly subject: Subject;
  readonly patience: Patience;
}

/** The error for an exchange without a complete response: `aborted`, `timeout` or `unreachable`. */
export function connectionFailure(failed: ConnectionFailure): RegistryRequestError {
  const { error, subject, patience } = failed;
  const { late, broken } = STAGES[failed.stage];
  const isForeign = !isSameOrigin(failed.url, subject.registry);
  const who = isForeign ? `redirects to ${withoutQuery(failed.url)}, which ` : '';
  if (patience.isCalledOff) {
    return failure(subject, 'aborted', 'did not answer before the request was aborted');
  }
  if (patience.exceeded !== undefined) {
    return failure(subject, 'timeout', `${who}${late} within ${describeLimit(patience.exceeded)}`);
  }
  const cause = findInnermost(error);
  const extras = cause.code === '' ? {} : { connectionCode: cause.code };
  if (PLATFORM_TIMEOUTS.includes(cause.code))
    return failure(subject, 'timeout', `${who}${late} in time`, extras);
  return failure(subject, 'unreachable', `${who}${broken}: ${describeCause(cause, subject.token)}`, extras);
}

/** Codes of failures that the next attempt meets again. */
export function isFinal(connectionCode: string): boolean {
  return /CERT|SIGNATURE|^ERR_SSL_|^PROXY_REFUSED$|^PRIVATE_ADDRESS$/.test(connectionCode);
}

/** Below this part of the whole wait, the message says that other requests took the rest. */
const NEARLY = 0.75;

function describeLimit({ limitMs, totalMs }: ExceededLimit): string {
  if (totalMs === undefined) return describeDuration(limitMs);
  const total = describeDuration(totalMs);
  return limitMs < NEARLY * totalMs ? `${describeDuration(limitMs)}, the rest of ${total}` : total;
}

/** A duration for people. */
export function describeDuration(timeMs: number): string {
  return timeMs < 1000 ? `${Math.round(timeMs)} ms` : `${Math.round(timeMs / 100) / 10} s`;
}

interface Cause {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

// The innermost cause is the most specific: the outer error only says `fetch failed`.
function findInnermost(error: unknown): Cause {
  let innermost: Cause = { name: '', code: '', message: '' };
  for (let depth = 0; error instanceof Error && depth < 8; depth += 1) {
    const { name, message, cause } = error;
    const code: unknown = 'code' in error ? error.code : undefined;
    innermost = {
      name,
      code: typeof code === 'string' ? findTlsCode(code, message) : innermost.code,
      message: message || innermost.message,
    };
    error = cause;
  }
  return innermost;
}

/** If a handshake fails while a request is written, only the message has the reason: `write EPROTO …:SSL routines:…:reason:…`. */
function findTlsCode(code: string, message: string): string {
  const reason = code === 'EPROTO' ? /:SSL routines:[^:]*:([^:]{1,80}):/.exec(message)?.[1] : undefined;
  return reason === undefined ? code : `ERR_SSL_${reason.toUpperCase().replaceAll(/\W+/g, '_')}`;
}

/** In characters. */
const MAX_MESSAGE = 200;

function describeCause({ name, code, message }: Cause, token: string | undefined): string {
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  // The parser of `fetch`, and that of `node:http`.
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return 'its answer is not HTTP';
  if (code.startsWith('ERR_SSL_')) return `the TLS handshake failed (${code})`;
  const told = singleLine(blotOut(message, token), MAX_MESSAGE);
  return told.replace(/\.$/, '') || 'the connection failed';
}
