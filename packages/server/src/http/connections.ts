// Which connections have a request under way, so that nothing else holds up the end of the server. Node's own way leaves
// connections open that have sent nothing yet (browsers open some in advance, health checks too) or half a head.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches the connections of a server.
 * @returns what ends them: those without a request at once, the others when they have been answered.
 */
export function watchConnections(server: Server): () => void {
  const running = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;

  server.on('connection', (socket: Socket) => {
    if (isEnding) return void socket.destroy();
    running.set(socket, new Set());
    socket.once('close', () => running.delete(socket));
  });
  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const responses = running.get(socket);
    responses?.add(response);
    response.once('close', () => {
      responses?.delete(response);
      if (isEnding && responses?.size === 0) socket.end();
    });
  };
  server.on('request', onRequest).on('checkContinue', onRequest);

  return () => {
    isEnding = true;
    for (const [socket, responses] of running) {
      // An answer from memory is sent at once, and may still be on its way to a slow client.
      if (responses.size === 0) socket.writableLength > 0 ? socket.end() : socket.destroy();
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
    }
  };
}
