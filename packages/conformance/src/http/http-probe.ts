// Sends requests exactly as given (no path normalisation, no redirects, no decoding) and keeps the responses.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { Blocked } from '../outcome.ts';
import type { Exchange } from './exchange.ts';
import { allHeaders, type ProbeRequest } from './probe-request.ts';
import { type RawAnswer, rawGet } from './raw-get.ts';

/** Maximum size of a body, in bytes: all expected responses are far smaller. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * After this many requests in a row without a response, no more are sent: a hanging registry must not cost
 * hours.
 */
const MAX_SILENT_IN_A_ROW = 5;

/** The connection to the registry under test. */
export class HttpProbe {
  /** All exchanges, in order. */
  readonly exchanges: Exchange[] = [];
  readonly #baseUrl: URL;
  readonly #timeoutMs: number;
  #silentInARow = 0;

  /** @param timeoutMs the time limit of one request, from the connection to the last byte */
  constructor(baseUrl: URL, timeoutMs: number) {
    this.#baseUrl = baseUrl;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a request on its own connection. @throws {Blocked} without a complete response in time */
  async send(request: ProbeRequest): Promise<Exchange> {
    const { response, body } = await this.#attempt(request, async (signal) => {
      const response = await this.#respond(request, signal);
      return { response, body: await readBody(response) };
    });
    const exchange = {
      request: this.#line(request),
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
    };
    this.exchanges.push(exchange);
    return exchange;
  }

  /** Sends a GET and counts the bytes after the head of the response. @throws {Blocked} as `send` does */
  async sendRaw(request: ProbeRequest): Promise<RawAnswer & { readonly request: string }> {
    const answer = await this.#attempt(request, (signal) =>
      rawGet(this.#baseUrl, this.#target(request), allHeaders(request), signal),
    );
    return { request: this.#line(request), ...answer };
  }

  async #attempt<T>(request: ProbeRequest, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const line = this.#line(request);
    if (this.#silentInARow >= MAX_SILENT_IN_A_ROW)
      throw new Blocked('not sent: the registry does not respond', line);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const answered = await send(signal);
      this.#silentInARow = 0;
      return answered;
    } catch (error) {
      // Without any response so far, the address is wrong or the registry is down: waiting again is
      // pointless.
      this.#silentInARow = this.exchanges.length === 0 ? MAX_SILENT_IN_A_ROW : this.#silentInARow + 1;
      const late = `no complete answer within ${this.#timeoutMs / 1000} s`;
      throw new Blocked(signal.aborted ? late : describeNetworkError(error), line);
    }
  }

  #respond(request: ProbeRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { protocol, hostname, port } = urlToHttpOptions(this.#baseUrl);
    return new Promise((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? https : http).request({
        hostname,
        port,
        path: this.#target(request),
        method: request.method,
        headers: allHeaders(request),
        agent: false,
        signal,
      });
      outgoing.on('response', resolve);
      // Stays attached: a registry that responds early may reset the connection afterwards.
      outgoing.on('error', reject);
      outgoing.end(request.body);
    });
  }

  #target(request: ProbeRequest): string {
    return `${this.#baseUrl.pathname.replace(/\/+$/, '')}${request.path}`;
  }

  #line(request: ProbeRequest): string {
    const remark = request.remark === undefined ? '' : ` (${request.remark})`;
    return `${request.method} ${this.#baseUrl.origin}${this.#target(request)}${remark}`;
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) throw new Error(`the answer is longer than ${MAX_BODY_BYTES} bytes`);
  }
  return Buffer.concat(chunks);
}

function describeNetworkError(error: unknown): string {
  // A host name with several addresses fails with one error per address.
  if (error instanceof AggregateError && error.errors.length > 0)
    return describeNetworkError(error.errors[0]);
  return `no answer: ${error instanceof Error ? error.message : String(error)}`;
}
