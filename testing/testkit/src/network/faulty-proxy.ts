// A proxy in front of a registry or an object store that injects faults: hangs, wrong bytes, broken
// connections, other answers.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of being forwarded. */
export type Fault =
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang' }
  /** Sends the head and half of the body, then hangs. */
  | { readonly kind: 'stall' }
  /** Breaks the connection without an answer. */
  | { readonly kind: 'reset' }
  /** Sends half of the body, then breaks the connection. */
  | { readonly kind: 'truncate' }
  /** Forwards the request, then breaks the connection instead of answering. */
  | { readonly kind: 'lose' }
  /** Forwards half of the request body, then breaks both connections. */
  | { readonly kind: 'cut' }
  /** Answers without the last byte of the body, with a Content-Length that hides it. */
  | { readonly kind: 'shorten' }
  /** Answers with one byte in the middle of the body changed. */
  | { readonly kind: 'flip' }
  /** Forwards the request once the promise resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Answers with the body changed. */
  | { readonly kind: 'rewrite'; readonly rewrite: (body: string) => string }
  /** Answers without asking the target. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };

/** A running proxy. */
export interface FaultyProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** Method and path of every request, in order of arrival. */
  readonly requests: readonly string[];
  /** The `Authorization` of every request. */
  readonly credentials: readonly (string | undefined)[];
  /** Chooses the fault of a request. undefined forwards it. */
  fault: (request: {
    readonly method: string;
    readonly path: string;
    readonly count: number;
  }) => Fault | undefined | Promise<Fault | undefined>;
  close(): Promise<void>;
}

/** Starts a proxy in front of a registry. It forwards everything until `fault` is set. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const requests: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    requests.push(`${method} ${path}`);
    credentials.push(request.headers.authorization);
    const count = requests.length;
    Promise.try(() => proxy.fault({ method, path, count }))
      .then((fault) => answer(target, request, response, fault))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const proxy: FaultyProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    credentials,
    fault: () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
  return proxy;
}

async function answer(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'answer') {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    return;
  }
  if (fault?.kind === 'cut') {
    await passHalfOn(target, request);
    response.destroy();
    return;
  }
  if (fault?.kind === 'hold') await fault.until;
  const { status, headers, body } = await passOn(target, request);
  if (fault?.kind === 'lose') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'stall' || fault?.kind === 'truncate') {
    response.writeHead(status, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
      if (fault.kind === 'truncate') response.destroy();
    });
    return;
  }
  if (request.method === 'HEAD') {
    response.writeHead(status, headers).end();
    return;
  }
  const sent = changed(body, fault);
  response.writeHead(status, { ...headers, 'content-length': sent.length }).end(sent);
}

function changed(body: Buffer, fault: Fault | undefined): Buffer {
  if (fault?.kind === 'rewrite') return Buffer.from(fault.rewrite(body.toString('utf8')));
  if (fault?.kind === 'shorten') return body.subarray(0, -1);
  if (fault?.kind !== 'flip') return body;
  const flipped = Buffer.from(body);
  const middle = Math.floor(flipped.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
  return flipped;
}

async function passOn(target: string, request: IncomingMessage) {
  const received = await readAll(request);
  const passed = sendRequest(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    // Includes Host, because a signature covers it.
    headers: {
      ...endToEnd(request.headers),
      ...(received.length > 0 && { 'content-length': received.length }),
    },
    agent: false,
  });
  passed.end(received);
  const [answered] = (await once(passed, 'response')) as [IncomingMessage];
  return {
    status: answered.statusCode ?? 0,
    headers: endToEnd(answered.headers),
    body: await readAll(answered),
  };
}

async function passHalfOn(target: string, request: IncomingMessage): Promise<void> {
  const received = await readAll(request);
  const passed = sendRequest(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { ...endToEnd(request.headers), 'content-length': received.length },
    agent: false,
  });
  passed.on('error', () => undefined);
  await new Promise((resolve) =>
    passed.write(received.subarray(0, Math.floor(received.length / 2)), resolve),
  );
  passed.destroy();
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Removes the hop-by-hop headers. */
function endToEnd({
  connection,
  'transfer-encoding': encoding,
  'keep-alive': keepAlive,
  expect,
  ...headers
}: IncomingMessage['headers']): IncomingMessage['headers'] {
  return headers;
}
