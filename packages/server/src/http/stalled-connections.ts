// Ends connections on which nothing moves: a client that stalls in its upload, or does not read its answer, holds its place
// no longer than that.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from './client-error.ts';
import { findCurrentResponse } from './node-internals.ts';

/** Ends what stalls for so long; whoever waits for the rest of a request gets a 408. */
export function endStalledConnections(app: FastifyInstance, stallTimeoutMs: number): void {
  app.server.setTimeout(stallTimeoutMs, (socket: Socket) => {
    // Between two requests there is nobody to tell: an answer would be taken for that to the next one.
    if (findCurrentResponse(socket) === undefined) return void socket.destroy();
    const stalled = Object.assign(new Error('nothing moved for too long'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    handleClientError.call(app, stalled, socket);
  });
}
