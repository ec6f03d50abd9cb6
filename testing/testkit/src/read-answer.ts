// Requests without a body, or with a small one that is in memory. `fetch` takes two to three times the processor time for them.
import { Agent, type IncomingMessage, request } from 'node:http';

/** What a server answered, with the body whole. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Connections that are not in use keep no process alive, and end when the server closes them. */
const agent = new Agent({ keepAlive: true });

/** What `fetch` sends where the caller says nothing else. */
const DEFAULTS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'node' };

/** The server may answer a larger body before it has read it: `fetch` says what that means for the connection. */
const MAX_BODY_BYTES = 2 ** 16;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'POST', 'PUT']);

/** A request that {@link readAnswer} can send. */
export interface ReadRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Whether a request is one for {@link readAnswer}. */
export function canRead(
  url: string,
  request: Omit<ReadRequest, 'body'> & { readonly body?: unknown },
): request is ReadRequest {
  const { method, body } = request;
  const isSmall =
    body === undefined ||
    (typeof body === 'string' && 3 * body.length <= MAX_BODY_BYTES) ||
    (body instanceof Uint8Array && body.length <= MAX_BODY_BYTES);
  return isSmall && METHODS.has(method) && url.startsWith('http:');
}

/**
 * Sends a request over HTTP/1.1, as `fetch` does without redirects and content codings.
 * @throws Error if there is no complete answer
 */
export function readAnswer(url: string, { method, headers, body }: ReadRequest): Promise<ReadAnswer> {
  const all = new Headers(DEFAULTS);
  if (typeof body === 'string') all.set('content-type', 'text/plain;charset=UTF-8');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  if (bytes !== undefined || method === 'POST' || method === 'PUT')
    all.set('content-length', String(bytes?.length ?? 0));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: Object.fromEntries(all) });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status = 0 } = incoming;
        resolve({ status, headers: headersOf(incoming), bytes: Buffer.concat(chunks) });
      });
    });
    outgoing.end(bytes);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
