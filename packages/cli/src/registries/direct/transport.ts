// How requests of one scheme are sent. TLS takes several times as long to load as the rest, so it is not loaded for http.
import type { Agent, request } from 'node:http';
import { isIP, type Socket } from 'node:net';

/** A way to send requests. Its connections keep the process alive only while a request uses them. */
export interface Transport {
  readonly request: typeof request;
  /** Keeps connections for further requests. */
  readonly agent: Agent;
  /** Opens connections to the host of a URL for requests that will follow, which then wait for no handshake. */
  connect(url: URL, count: number): void;
}

/** Connections that are opened before the first request is sent. */
const OPENED_AT_ONCE = 2;

/**
 * @param scheme - `http:` or `https:`
 * @param readAuthorities - certificates to trust in addition to those that Node.js trusts, in PEM
 */
export function openTransport(scheme: string, readAuthorities: () => readonly string[]): Transport {
  const isSecure = scheme === 'https:';
  // An import of `node:http` would load what it exports beside, such as WebSocket, and the library of `fetch` with it.
  const { request, Agent } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const options = { keepAlive: true, noDelay: true, ...(isSecure && openTls(readAuthorities())) };
  const agent = new Agent(options);
  const create = agent.createConnection.bind(agent);
  const ready = new Map<string, Socket[]>();
  agent.createConnection = (wanted, onCreated) =>
    take(ready.get(`${wanted.host} ${wanted.port}`)) ?? create(wanted, onCreated);
  return {
    ...{ request, agent },
    connect({ hostname, port: typed }, count) {
      const host = hostname.replace(/^\[|\]$/g, '');
      const port = Number(typed) || (isSecure ? 443 : 80);
      // The name for TLS, which is never an address (RFC 6066, section 3).
      const wanted = { ...options, host, port, servername: isIP(host) === 0 ? host : '' };
      const sockets = ready.get(`${host} ${port}`) ?? [];
      ready.set(`${host} ${port}`, sockets);
      const open = (added: number): void => {
        for (let opened = 0; opened < added; opened += 1) sockets.push(hold(create(wanted) as Socket));
      };
      // Each takes a third of a millisecond, so the first requests do not wait for all.
      open(Math.min(count, OPENED_AT_ONCE));
      if (count > OPENED_AT_ONCE) setImmediate(open, count - OPENED_AT_ONCE).unref();
    },
  };
}

function openTls(authorities: readonly string[]) {
  const ALPNProtocols = ['http/1.1'];
  if (authorities.length === 0) return { ALPNProtocols };
  const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls');
  // Made once: reading all authorities takes milliseconds.
  const ca = [...getCACertificates('default'), ...authorities];
  return { ALPNProtocols, secureContext: createSecureContext({ ca }) };
}

/** One that fails is not used: the request makes its own, and reports why it fails. */
function hold(socket: Socket): Socket {
  return socket.unref().on('error', ignore);
}

function ignore(): void {}

/**
 * One that is open. What a server says before a request, such as 408 for a long wait, is no answer to that request (RFC 9112,
 * section 9.2).
 */
function take(sockets: Socket[] | undefined): Socket | undefined {
  for (let socket = sockets?.shift(); socket !== undefined; socket = sockets?.shift()) {
    if (socket.readableLength > 0) socket.destroy();
    if (!socket.destroyed) return socket.off('error', ignore).ref();
  }
  return undefined;
}
