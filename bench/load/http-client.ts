// A minimal HTTP client for one server, with keep-alive connections and bodies in memory.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const TIMEOUT_MS = 120_000;

/** A request. */
export interface ClientRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Also an absolute URL, as a server may have sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Sends a request and reads the whole answer, whatever its status. Rejects after two minutes. */
export type Send = (request: ClientRequest) => Promise<Answer>;

/** A client. */
export interface Client {
  readonly send: Send;
  close(): void;
}

/** A client with at most this number of connections. */
export function createClient(baseUrl: string, connections: number, signal?: AbortSignal): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: Send = ({ method = 'GET', path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': body.length };
      const options = {
        agent,
        method,
        headers: { ...headers, ...length },
        timeout: TIMEOUT_MS,
        ...(signal === undefined ? {} : { signal }),
      };
      const sent = request(new URL(path, baseUrl), options, async (response) => {
        try {
          const { statusCode = 0, headers: answered, rawHeaders } = response;
          resolve({ status: statusCode, headers: answered, rawHeaders, body: await buffer(response) });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('timeout', () => sent.destroy(new Error(`${baseUrl} did not answer in ${TIMEOUT_MS} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** @returns the answer @throws Error with its body if the status differs */
export function requireStatus(answer: Answer, status: number, what: string): Answer {
  if (answer.status === status) return answer;
  const said = answer.body.toString('utf8', 0, 500);
  throw new Error(`${what} was answered with ${answer.status} instead of ${status}: ${said}`);
}
