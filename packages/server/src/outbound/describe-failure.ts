// Why a host was not reached, in words for the operator.
import { HOST_FAILURES } from './host-failures.ts';

const UNTRUSTED = 'its certificate is not trusted here; upstream-cafile names more authorities';

const REASONS: Readonly<Record<string, string>> = {
  ...HOST_FAILURES,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
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
