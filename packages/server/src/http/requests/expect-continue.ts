// Clients that wait with their body until the server wants it (`Expect: 100-continue`, RFC 9110, section 10.1.1).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Makes requests with expectations usual requests. Node.js would answer an unknown one with an empty 417. */
export function acceptExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Whether the client waits. The next call returns false: it was told to go on, or refused. */
export function endWaiting(request: IncomingMessage): boolean {
  return waiting.delete(request);
}
