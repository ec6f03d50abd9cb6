// Answers on the raw socket what never became a request: bytes that are not HTTP, headers that do not end.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODES, type ErrorCode, PROBLEM_CONTENT_TYPE, RegistryError } from '@prime-registry/protocol';
import type { FastifyInstance } from 'fastify';
import { toProblem } from '../responses/problem.ts';
import { PROTECTIVE_HEADERS } from '../responses/protective-headers.ts';
import { peerOf } from './client-address.ts';
import { findCurrentResponse, interceptBody, stopReading } from './node-internals.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

// How long the client has to read the answer: if it never closes its side, the socket would stay open for
// ever.
const LINGER_MS = 1000;

/** Answers, logs and closes. Sends nothing if the client is gone, or if an answer has begun already. */
export function handleClientError(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  const response = findCurrentResponse(socket);
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent === true) {
    socket.destroy(error);
    return;
  }
  if (response?.req.complete === true) {
    handleAfter(response, socket, () => handleClientError.call(this, error, socket));
    return;
  }
  if (response !== undefined) dropBody(response.req);
  const code = CODES[error.code ?? ''] ?? 'invalid_request';
  const { status, title, when } = ERROR_CODES[code];
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(new RegistryError(code, { detail: when }), requestId));
  const protective = Object.entries(PROTECTIVE_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\n${protective.join('')}Content-Type: ${PROBLEM_CONTENT_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  // A shutdown waits for it. It may be all that is left to wait for: a paused connection keeps no process alive.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  this.log.info(
    { request_id: requestId, status, reason: error.code, remote: peerOf(socket) },
    'not a request',
  );
}

/** Connections whose error is handled later: garbage makes one for each of its packets. */
const postponed = new WeakSet<Socket>();

/**
 * What is wrong is behind a whole request. Its own answer comes first: a client would take this one for it, although the
 * request is carried out.
 */
function handleAfter(response: ServerResponse, socket: Socket, handle: () => void): void {
  if (postponed.has(socket)) return;
  postponed.add(socket);
  stopReading(socket);
  response.once('finish', () => {
    postponed.delete(socket);
    socket.resume();
    handle();
  });
}

/** Throws away what still arrives of a body: a request that was refused must not become whole, and be carried out. */
function dropBody(request: IncomingMessage): void {
  interceptBody(request, { push: () => true, read: () => undefined });
}
