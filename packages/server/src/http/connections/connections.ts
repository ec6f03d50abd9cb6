// Tracks which connections have a request in flight, so that a shutdown waits for nothing else. Node would
// also wait for connections that have sent nothing yet (browsers and health checks open some in advance) or
// only part of a request's head.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeWithoutTraces, findCurrentResponse, leaveConnectionsOpen } from './node-internals.ts';

/** Pipelined requests on one connection before reading pauses: each takes memory. */
const MAX_AHEAD = 32;

/** The connections of a server. */
export interface Connections {
  /** How many requests routes work on. */
  readonly countInFlight: () => number;
  /** Ends all connections: idle ones at once, others after their answers. */
  readonly end: () => void;
}

export function watchConnections(server: Server): Connections {
  let inFlight = 0;
  const running = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;
  leaveConnectionsOpen(server);

  server.on('connection', (socket: Socket) => {
    if (isEnding) return void socket.destroy();
    running.set(socket, new Set());
    closeWithoutTraces(socket);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = running.get(socket);
    responses?.add(response);
    inFlight += 1;
    if (responses?.size === MAX_AHEAD) socket.pause();
    response.once('close', () => {
      inFlight -= 1;
      if (responses?.size === MAX_AHEAD) socket.resume();
      responses?.delete(response);
      if (isEnding && responses?.size === 0) endWhenAnswered(socket);
    });
  });

  const end = (): void => {
    isEnding = true;
    for (const [socket, responses] of running) {
      const isAnswering = findCurrentResponse(socket) !== undefined || socket.writableLength > 0;
      if (responses.size === 0) isAnswering ? endWhenAnswered(socket) : socket.destroy();
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
    }
  };
  return { countInFlight: () => inFlight, end };
}

/**
 * Ends a connection when all its answers are sent; answers of the response cache are not among the tracked
 * ones.
 */
function endWhenAnswered(socket: Socket): void {
  const response = findCurrentResponse(socket);
  if (response === undefined) socket.end();
  else response.once('close', () => endWhenAnswered(socket));
}
