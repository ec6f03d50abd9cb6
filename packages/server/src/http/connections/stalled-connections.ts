// Ends stalled connections: uploads that pause for too long, and answers that a client does not read. The time that the
// registry itself works is no stall: a client that was told so would not know that its publish was committed after all.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from './client-error.ts';
import { inTurns } from './client-errors-in-turns.ts';
import { findCurrentResponse } from './node-internals.ts';

/** Ends connections whose client makes no progress for `stallTimeoutMs`; one in the middle of a request gets a 408. */
export function endStalledConnections(app: FastifyInstance, stallTimeoutMs: number): void {
  const goOn = (socket: Socket): void => void socket.setTimeout(stallTimeoutMs);
  const end = inTurns(function (error, socket) {
    // Between two requests a client would take an answer for the answer to its next one.
    if (findCurrentResponse(socket) === undefined) socket.destroy();
    else if (isServerAtWork(socket)) goOn(socket);
    else handleClientError.call(this, error, socket);
  });
  app.server.setTimeout(stallTimeoutMs, (socket: Socket) => {
    if (isServerAtWork(socket)) {
      goOn(socket);
      return;
    }
    const { bytesRead } = socket;
    // If this thread was busy, bytes may have arrived that nobody has read yet. They are read before the next turn.
    setImmediate(() => {
      if (socket.bytesRead > bytesRead) return;
      const code = 'ERR_HTTP_REQUEST_TIMEOUT';
      end.call(app, Object.assign(new Error('the connection made no progress'), { code }), socket);
    });
  });
}

/** Whether a request is being answered, and nothing is up to its client: neither to send more of it, nor to read. */
function isServerAtWork(socket: Socket): boolean {
  const response = findCurrentResponse(socket);
  if (response === undefined || socket.writableLength > 0) return false;
  // A connection is paused while the registry does not want more of the body.
  return response.req.complete || socket.isPaused();
}
