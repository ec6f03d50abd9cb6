// Ends stalled connections: uploads that pause for too long, and answers that a client does not read.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from './client-error.ts';
import { findCurrentResponse } from './node-internals.ts';

/** Ends connections without progress for `stallTimeoutMs`; a client in the middle of a request gets a 408. */
export function endStalledConnections(app: FastifyInstance, stallTimeoutMs: number): void {
  app.server.setTimeout(stallTimeoutMs, (socket: Socket) => {
    // Between two requests a client would take an answer for the answer to its next one.
    if (findCurrentResponse(socket) === undefined) return void socket.destroy();
    const stalled = Object.assign(new Error('the connection made no progress'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    handleClientError.call(app, stalled, socket);
  });
}
