// A company's network on loopback: a web server with a certificate of the company's own authority, in front of a
// registry, maybe below a path; and a proxy without which its name cannot be reached.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import type { Certified } from './certificates.ts';

/** A server of the network. */
interface NetworkServer extends AsyncDisposable {
  readonly port: number;
}

/** A web server in front of a registry. */
export interface FrontServer extends NetworkServer {
  /** Path and `Authorization` of every request. */
  readonly requests: readonly { readonly path: string; readonly authorization: string | undefined }[];
}

/** Starts the web server with TLS. It serves a registry below a path, which it removes, and is 404 elsewhere. */
export async function startFrontServer(
  registry: string,
  { cert, key }: Certified,
  path = '',
): Promise<FrontServer> {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const server = createTlsServer({ cert, key }, (request, response) => {
    const { url = '/', headers } = request;
    requests.push({ path: url, authorization: headers.authorization });
    if (url.startsWith(`${path}/`)) forward(request, response, `${registry}${url.slice(path.length)}`);
    else response.writeHead(404).end('nothing here');
  });
  return { requests, ...(await listen(server)) };
}

/** A request that the proxy saw. */
export interface ProxiedRequest {
  /** `CONNECT host:port`, or a method and an absolute URL. */
  readonly line: string;
  /** All headers, as the proxy could log them. */
  readonly headers: IncomingMessage['headers'];
}

/** A running proxy. */
export interface CompanyProxy extends NetworkServer {
  readonly requests: readonly ProxiedRequest[];
}

/** The behaviour of the proxy. */
export interface CompanyProxyOptions {
  /** Where names lead: host and port to a port of loopback. Others are a 502. */
  readonly names: Readonly<Record<string, number>>;
  /** `name:password`; without it, the proxy asks for none. */
  readonly credentials?: string;
  /** With a certificate, the proxy itself speaks TLS. */
  readonly certified?: Certified;
}

/** Starts the proxy: CONNECT for https, absolute URLs for http (RFC 9110, section 9.3.6; RFC 9112, section 3.2.2). */
export async function startCompanyProxy({
  names,
  credentials,
  certified,
}: CompanyProxyOptions): Promise<CompanyProxy> {
  const requests: ProxiedRequest[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const judge = ({ method, url = '', headers }: IncomingMessage, target: string): number => {
    requests.push({ line: `${method} ${url}`, headers });
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) return 407;
    return names[target] === undefined ? 502 : 200;
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { host, pathname, search } = new URL(request.url ?? '/', 'http://proxy.invalid');
    const target = host.includes(':') ? host : `${host}:80`;
    const status = judge(request, target);
    if (status === 200) forward(request, response, `http://127.0.0.1:${names[target]}${pathname}${search}`);
    else response.writeHead(status).end();
  };
  const server = certified ? createTlsServer(certified, answer) : createServer(answer);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const { url = '' } = request;
    const status = judge(request, url);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const tunnel = connect(names[url] ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('close', () => tunnel.destroy());
  });
  return { requests, ...(await listen(server)) };
}

function forward(request: IncomingMessage, response: ServerResponse, url: string): void {
  const { method = 'GET', headers } = request;
  const { connection, 'proxy-connection': proxied, 'proxy-authorization': secret, ...passed } = headers;
  const onward = sendRequest(
    url,
    { method, headers: { ...passed, 'x-forwarded-for': '192.0.2.1' }, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

async function listen(server: Server): Promise<NetworkServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
