// Explains what went wrong between this program and a proxy. The HTTP library reports it as if the registry had
// failed.
import type { HttpProxy } from './proxy.ts';

/** A request that the proxy did not pass on. The message has no credentials. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** `PROXY_REFUSED` if the proxy answered, so that a retry is pointless; else `PROXY_UNREACHABLE`. */
  readonly code: 'PROXY_REFUSED' | 'PROXY_UNREACHABLE';

  constructor(code: ProxyFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Reasons why the proxy itself is not reachable. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has an unknown host name',
  EAI_AGAIN: 'has a host name that DNS cannot resolve at the moment',
  EHOSTUNREACH: 'cannot be reached: no route to the host',
  ENETUNREACH: 'cannot be reached: no route to the host',
  ETIMEDOUT: 'does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  UND_ERR_PRX_CONN: 'closed the connection',
};

/** What went wrong with the proxy; undefined if something else failed. */
export function findProxyFailure(error: unknown, proxy: HttpProxy): ProxyFailure | undefined {
  const who = `the proxy ${proxy.label}`;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(cause.message)?.[1];
    if (status !== undefined) return new ProxyFailure('PROXY_REFUSED', `${who} ${describe(status, proxy)}`);
    const code = 'code' in cause ? String(cause.code) : '';
    if (code === 'UND_ERR_PRX_TLS')
      return new ProxyFailure('PROXY_UNREACHABLE', `${who} has a certificate for another host`);
    const reason = UNREACHABLE[code];
    if (reason !== undefined) return new ProxyFailure('PROXY_UNREACHABLE', `${who} ${reason}`);
  }
  return undefined;
}

function describe(status: string, { from, authorization }: HttpProxy): string {
  if (status !== '407') return `answered ${status} to CONNECT`;
  return authorization === undefined
    ? `wants a name and a password: write http://name:password@host:port in ${from}`
    : `refuses the name and the password in ${from}`;
}
