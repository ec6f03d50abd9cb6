// Sends requests with `node:http`. The global `fetch` takes 40 ms of the processor to load, and opens a new connection where one is
// about to be free.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FetchRequest, FetchResponse } from '@prime-registry/client';
import { toResponse } from './response.ts';
import { openTransport, type Transport } from './transport.ts';

/** The connections of a command, which requests share. */
export class DirectConnections {
  readonly #readAuthorities: () => readonly string[];
  readonly #transports = new Map<string, Transport>();

  /** @param readAuthorities - certificates to trust in addition to those that Node.js trusts, in PEM */
  constructor(readAuthorities: () => readonly string[]) {
    this.#readAuthorities = readAuthorities;
  }

  /** Follows no redirect, and sets no time limit: the caller does both. */
  async send(url: string, { method, headers, signal, body }: FetchRequest): Promise<FetchResponse> {
    const target = new URL(url);
    const { request: open, agent } = this.#find(target);
    signal.throwIfAborted();
    const request = open(target, {
      ...{ method, agent },
      headers: { 'accept-encoding': 'gzip', ...framingOf(body), ...headers },
    });
    let message: IncomingMessage | undefined;
    signal.addEventListener('abort', () => {
      message?.destroy(signal.reason);
      // Its body may still be on its way, also after the whole answer.
      request.destroy(signal.reason);
    });
    message = await exchange(request, body);
    return toResponse(message);
  }

  /** Opens connections for requests that will follow. */
  prepare(url: URL, count: number): void {
    this.#find(url).connect(url, count);
  }

  #find({ protocol: scheme }: URL): Transport {
    const found = this.#transports.get(scheme) ?? openTransport(scheme, this.#readAuthorities);
    this.#transports.set(scheme, found);
    return found;
  }
}

/** Node.js adds none to a DELETE, whose body would then be the beginning of the next request. Streams state their length. */
function framingOf(body: FetchRequest['body']): Readonly<Record<string, string>> {
  return typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
}

/** Sends the body and waits for the head of the answer, which may come before all is sent. */
function exchange(request: ClientRequest, body: FetchRequest['body']): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject);
  // Node.js reports no error after a 101, which nobody asks for: it closes the connection.
  request.on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })));
  if (typeof body === 'object') pipeline(body, request).catch(reject);
  else request.end(body);
  return promise;
}
