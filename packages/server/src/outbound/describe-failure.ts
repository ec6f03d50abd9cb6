// Why a host was not reached, in words for the operator.

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted here; upstream-cafile names more authorities',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted here; upstream-cafile names more authorities',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not trusted here; upstream-cafile names more authorities',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not trusted here; upstream-cafile names more authorities',
};

const TIMED_OUT = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;

/** Errors whose message says it all. */
const OWN_MESSAGE = /^(PRIVATE_ADDRESS|PROXY_REFUSED|PROXY_UNREACHABLE)$/;

const MAX_CAUSES = 8;

/** Describes an error of fetch; never contains anything that was sent. @param timeoutMs - that of the request */
export function describeFailure(error: unknown, timeoutMs: number): string {
  const late = `it did not answer within ${timeoutMs / 1000} s`;
  let lastCode = '';
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < MAX_CAUSES;
    cause = cause.cause, depth += 1
  ) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (cause.name === 'TimeoutError' || TIMED_OUT.test(code)) return late;
    if (OWN_MESSAGE.test(code)) return cause.message;
    const reason = REASONS[code];
    if (reason !== undefined) return reason;
    lastCode = code || lastCode;
  }
  return lastCode === '' ? 'it did not answer' : `it did not answer (${lastCode})`;
}
