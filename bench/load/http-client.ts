// A plain client for one server: connections that are kept, bodies in memory, and no more work than that.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const TIMEOUT_MS = 120_000;

/** What is asked. */
export interface ClientRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Or a whole address, as a server may have answered. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Sends a request and takes the whole answer, whatever its status; rejects after two minutes. */
export type Send = (request: ClientRequest) => Promise<Answer>;

/** A client. */
export interface Client {
  readonly send: Send;
  close(): void;
}

/** A client with at most so many connections. */
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

/** @throws Error with what the server said, when the status is another. @returns the answer. */
export function requireStatus(answer: Answer, status: number, what: string): Answer {
  if (answer.status === status) return answer;
  const said = answer.body.toString('utf8', 0, 500);
  throw new Error(`${what} was answered with ${answer.status} instead of ${status}: ${said}`);
}
