// One request over a kept-alive connection. The result is a complete answer, or the reason why there is none.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request. */
export interface Question {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The token to send, if any. */
  readonly token?: string | undefined;
}

/** Why there is no complete answer: the connection broke, or a timeout. */
export type NoAnswer = 'broken' | 'silent';

// Much longer than a healthy registry takes for any request, even on a busy machine.
const SILENCE_TIMEOUT_MS = 20_000;

/** Sends a request. Never rejects. */
export function ask(
  baseUrl: string,
  agent: Agent,
  { method = 'GET', path, headers = {}, body, token }: Question,
): Promise<Answer | NoAnswer> {
  const { promise, resolve } = Promise.withResolvers<Answer | NoAnswer>();
  const { hostname, port } = new URL(baseUrl);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const sent = request({
    hostname,
    port,
    path,
    method,
    agent,
    headers: { ...authorization, ...length, ...headers },
  });
  const timer = setTimeout(() => end('silent'), SILENCE_TIMEOUT_MS);
  const end = (outcome: Answer | NoAnswer): void => {
    clearTimeout(timer);
    resolve(outcome);
    if (typeof outcome === 'string') sent.destroy();
  };
  sent.on('error', () => end('broken'));
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => end('broken'));
    response.on('end', () => {
      if (!response.complete) return end('broken');
      end({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
  });
  sent.end(body);
  return promise;
}

/** Connections to one life of a registry, used in turn, so that requests reach all workers or replicas. */
export function keepConnections(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' });
}
