// Answers client errors a few in each turn of the event loop: thousands of connections may expire or end at the
// same time, and each answer takes some tens of microseconds.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findCurrentResponse } from './node-internals.ts';

/** Handles an error of a connection that is no request. */
export type HandleClientError = (
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
) => void;

/** The errors of one turn that are handled at once. */
const AT_ONCE = 20;

/** Handles errors with `handle`: a few at once, further ones in later turns. */
export function inTurns(handle: HandleClientError): HandleClientError {
  /** One for each connection: garbage makes an error for each of its packets. */
  const waiting = new Map<Socket, () => void>();
  let handledInTurn = 0;

  const startTurn = (): void => {
    handledInTurn = 0;
    for (const [socket, handleNow] of waiting) {
      waiting.delete(socket);
      handleNow();
      handledInTurn += 1;
      if (handledInTurn === AT_ONCE) break;
    }
    if (handledInTurn > 0) setImmediate(startTurn);
  };

  return function (error, socket) {
    if (handledInTurn < AT_ONCE && waiting.size === 0) {
      if (handledInTurn === 0) setImmediate(startTurn);
      handledInTurn += 1;
      handle.call(this, error, socket);
      return;
    }
    if (waiting.has(socket)) return;
    const response = findCurrentResponse(socket);
    waiting.set(socket, () => {
      const hasGoneOn = findCurrentResponse(socket) !== response;
      // Its request was complete in the meantime.
      if (hasGoneOn && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return;
      handle.call(this, error, socket);
    });
  };
}
