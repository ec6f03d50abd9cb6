// Which connections have a request under way, so that nothing else holds up the end of the server. Node's own way leaves
// connections open that have sent nothing yet (browsers open some in advance, health checks too) or half a head.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findCurrentResponse, leaveConnectionsOpen } from './node-internals.ts';

/** Requests that a client may have sent ahead on a connection before no more are read: each takes memory. */
const MAX_AHEAD = 32;

/**
 * Watches the connections of a server.
 * @returns what ends them: those without a request at once, the others when they have been answered.
 */
export function watchConnections(server: Server): () => void {
  const running = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;
  leaveConnectionsOpen(server);

  server.on('connection', (socket: Socket) => {
    if (isEnding) return void socket.destroy();
    running.set(socket, new Set());
    socket.once('close', () => running.delete(socket));
  });
  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const responses = running.get(socket);
    responses?.add(response);
    if (responses?.size === MAX_AHEAD) socket.pause();
    response.once('close', () => {
      if (responses?.size === MAX_AHEAD) socket.resume();
      responses?.delete(response);
      if (isEnding && responses?.size === 0) endWhenAnswered(socket);
    });
  };
  server.on('request', onRequest).on('checkContinue', onRequest);

  return () => {
    isEnding = true;
    for (const [socket, responses] of running) {
      const isAnswering = findCurrentResponse(socket) !== undefined || socket.writableLength > 0;
      if (responses.size === 0) isAnswering ? endWhenAnswered(socket) : socket.destroy();
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
    }
  };
}

/** Ends a connection when all its answers are out: those from memory are not among the ones that run. */
function endWhenAnswered(socket: Socket): void {
  const response = findCurrentResponse(socket);
  if (response === undefined) socket.end();
  else response.once('close', () => endWhenAnswered(socket));
}
