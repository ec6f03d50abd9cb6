// Servers with arbitrary responses: over HTTP, or byte by byte where HTTP libraries would refuse.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server for one test; `await using` stops it. */
export interface HostileServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Every request so far. */
  readonly requests: readonly ReceivedRequest[];
  /** Number of connections so far. */
  readonly connectionCount: () => number;
}

/** Starts a server that answers with the listener. */
export async function serve(listener: RequestListener): Promise<HostileServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    listener(request, response);
  });
  return listen(server, requests);
}

/** Starts a server that gets the raw connection after the first bytes of a request. */
export async function serveSockets(
  onRequest: (socket: Socket, index: number) => void,
): Promise<HostileServer> {
  let count = 0;
  return listen(
    createSocketServer((socket) => {
      const index = count++;
      socket.on('error', () => undefined).once('data', () => onRequest(socket, index));
    }),
    [],
  );
}

/** A response as text, with the line ends of HTTP. */
export function wire(headLines: readonly string[], body = ''): string {
  return `${headLines.join('\r\n')}\r\n\r\n${body}`;
}

async function listen(server: Server, requests: readonly ReceivedRequest[]): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connectionCount: () => connectionCount,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
