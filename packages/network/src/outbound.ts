// A fetch that goes through proxies and trusts more certificate authorities. For https, the proxy only gets CONNECT
// with host and port: headers and tokens are inside TLS, which ends at the server.
import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import type { HttpProxy } from './proxy.ts';
import { findProxyFailure } from './proxy-failure.ts';
import type { ProxyRules } from './proxy-rules.ts';

/** How requests leave. */
export interface OutboundOptions {
  readonly proxies: ProxyRules;
  /** In PEM. Trusted in addition to those that Node.js trusts. */
  readonly certificates?: readonly string[];
  /** The DNS lookup of direct connections; behind a proxy, the proxy looks names up. */
  readonly lookup?: LookupFunction | undefined;
  /** Maximum time to connect, in milliseconds; 10,000 by default. */
  readonly connectTimeoutMs?: number;
}

/** A fetch, and the connections that it keeps open. */
export interface Outbound {
  readonly fetch: typeof fetch;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
}

/** Opens no connection yet. The fetch sets no time limit for an answer: its caller does. */
export function openOutbound({
  proxies,
  certificates = [],
  lookup,
  connectTimeoutMs = 10_000,
}: OutboundOptions): Outbound {
  const ca = certificates.length > 0 ? [...getCACertificates('default'), ...certificates] : undefined;
  // Made once: reading all authorities takes milliseconds.
  const tls = { timeout: connectTimeoutMs, ...(ca && { secureContext: createSecureContext({ ca }) }) };
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatchers = new Map<HttpProxy | undefined, Dispatcher>();

  const open = (proxy: HttpProxy | undefined): Dispatcher => {
    if (proxy === undefined) return new Agent({ ...limits, connect: { ...tls, ...(lookup && { lookup }) } });
    return new ProxyAgent({
      ...limits,
      uri: proxy.url,
      ...(proxy.authorization !== undefined && { token: proxy.authorization }),
      // Many proxies refuse CONNECT to other ports than that of https.
      proxyTunnel: false,
      requestTls: tls,
      proxyTls: tls,
    });
  };
  const dispatcherFor = (proxy: HttpProxy | undefined): Dispatcher => {
    const dispatcher = dispatchers.get(proxy) ?? open(proxy);
    dispatchers.set(proxy, dispatcher);
    return dispatcher;
  };

  return {
    async fetch(input, init) {
      const target = new URL(input instanceof Request ? input.url : input);
      const proxy = proxies.find(target);
      const options = { ...init, dispatcher: dispatcherFor(proxy) } as Parameters<typeof undiciFetch>[1];
      try {
        return (await undiciFetch(target, options)) as unknown as Response;
      } catch (error) {
        throw (proxy && findProxyFailure(error, proxy)) ?? error;
      }
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
