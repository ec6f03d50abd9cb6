// Everything that relies on undocumented behaviour of Node.js. Checked on Node.js 24.21 and 26.10; check
// `lib/_http_server.js` and `lib/_http_outgoing.js` again before you allow a new major version.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The response that a connection is sending, or will send next; undefined between requests.
 *
 * It is `socket._httpMessage`. Node sets it when a response gets its turn on the connection, and clears it
 * when the response has finished. No public API leads from a connection to its response, and the request
 * events miss answers of the response cache.
 */
export function findCurrentResponse(socket: Socket): ServerResponse | undefined {
  return (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

/**
 * Makes `server.close()` leave all connections open.
 *
 * Node calls `closeIdleConnections()` from it, which also destroys connections whose last response is still
 * on its way to the client. There is no option that turns the call off.
 */
export function leaveConnectionsOpen(server: Server): void {
  server.closeIdleConnections = () => undefined;
}

/**
 * Closes connections before Node.js makes objects for them, which takes five times as long as to accept and close them.
 *
 * Node.js asks the `blockList` of a server about the address of each connection, and closes it without an event. That is an
 * option of `net.createServer`, which `node:http` does not pass on, and it has to have `check` only.
 */
export function refuseConnections(server: Server, mustRefuse: (address: string) => boolean): void {
  Object.assign(server, { blockList: { check: mustRefuse } });
}

/** Handles a request as the removed listeners did. */
export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Removes the listeners for requests, so that a new one decides which requests they get.
 *
 * Fastify listens for requests by this event. It has no hook that runs before it spends work on a request.
 * @returns calls the listeners that were removed
 */
export function takeOverRequests(server: Server): HandleRequest {
  const listeners = server.listeners('request') as HandleRequest[];
  server.removeAllListeners('request');
  return (request, response) => {
    for (const handle of listeners) handle.call(server, request, response);
  };
}

/**
 * Calls a function when the connection can send the response: after the responses to all earlier requests of
 * a pipeline, or never if the connection ends before.
 *
 * Node emits `socket` when it assigns the connection to a response; for responses of servers that is undocumented.
 */
export function whenSendable(socket: Socket, response: ServerResponse, call: () => void): void {
  if (findCurrentResponse(socket) === response) call();
  else response.once('socket', call);
}

/** The two ends of a body: where the parser puts its chunks, and what its reader calls for more. */
export interface BodyEnds {
  /** Takes a chunk, or null for the end. @returns false to pause the connection */
  push(chunk: Buffer | null): boolean;
  /** Lets the connection read on. */
  read(): void;
}

/**
 * Puts something between the parser and the body of a request.
 *
 * That the parser calls `push` of the request for each chunk is undocumented.
 * @returns the ends as they were
 */
export function interceptBody(request: IncomingMessage, { push, read }: BodyEnds): BodyEnds {
  const ends = { push: request.push.bind(request), read: request._read.bind(request, 0) };
  Object.assign(request, { push, _read: read });
  return ends;
}

/**
 * Pauses a connection, whatever was called before.
 *
 * `socket.resume()` starts to read in a later tick, even when `pause()` is called in between, and from then on a
 * call of `pause()` does nothing. The `pause` event is what makes the HTTP server stop to read.
 */
export function stopReading(socket: Socket): void {
  socket.pause();
  process.nextTick(() => {
    if (socket.isPaused()) socket.emit('pause');
  });
}

/**
 * Makes the end of a connection cheap, however many requests wait for their answers on it.
 *
 * When a connection closes, Node.js makes an error for each request without an answer, and formats its stack trace:
 * 0.2 ms of work, for a trace that nobody reads. The listener of Node.js runs between these two.
 */
export function closeWithoutTraces(socket: Socket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}

/**
 * Leaves unread what a connection that is refused has sent after the current request.
 *
 * A read of 64 KiB can bring 600 requests, and the parser makes objects for all of them, even after `socket.destroy()`. It stops
 * after a request whose listener returns 2, as it does before the bytes of another protocol.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming: unknown } | null };
  if (parser) parser.onIncoming = () => 2;
}

interface OutgoingInternals {
  _header: string | null;
  _hasBody: boolean;
  readonly _expect_continue?: boolean;
  readonly maxRequestsOnConnectionReached?: boolean;
  readonly useChunkedEncodingByDefault: boolean;
}

/**
 * Sets the head of a response as text, instead of `writeHead`.
 *
 * `writeHead` puts the text into `_header`, and whether a body follows into `_hasBody`; all else looks there.
 * @param status - with a `Content-Length` in the head, unless it is 304
 * @returns whether it did: not for HTTP/1.0, and not if the connection must be closed after this response
 */
export function presetHead(response: ServerResponse, status: number, head: string): boolean {
  const internals = response as unknown as OutgoingInternals;
  const mustClose = internals._expect_continue === true || internals.maxRequestsOnConnectionReached === true;
  if (mustClose || !internals.useChunkedEncodingByDefault || internals._header !== null) return false;
  response.statusCode = status;
  if (status === 304) internals._hasBody = false;
  internals._header = head;
  return true;
}
