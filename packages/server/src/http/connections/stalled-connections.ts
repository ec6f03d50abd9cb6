// Ends stalled connections: uploads that pause for too long, and answers that a client does not read.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from './client-error.ts';
import { inTurns } from './client-errors-in-turns.ts';
import { findCurrentResponse } from './node-internals.ts';

/** Ends connections without progress for `stallTimeoutMs`; a client in the middle of a request gets a 408. */
export function endStalledConnections(app: FastifyInstance, stallTimeoutMs: number): void {
  const end = inTurns(function (error, socket) {
    // Between two requests a client would take an answer for the answer to its next one.
    if (findCurrentResponse(socket) === undefined) socket.destroy();
    else handleClientError.call(this, error, socket);
  });
  app.server.setTimeout(stallTimeoutMs, (socket: Socket) => {
    const code = 'ERR_HTTP_REQUEST_TIMEOUT';
    end.call(app, Object.assign(new Error('the connection made no progress'), { code }), socket);
  });
}
