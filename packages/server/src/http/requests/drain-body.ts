// Reads the rest of a body that nobody needs, when the answer is sent. To close at once would reset the connection
// under a client that is still sending, and it would never read the answer (RFC 9112, section 9.6).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endWaiting } from './expect-continue.ts';

/** How long a body is drained. */
const TIMEOUT_MS = 30_000;
/** All bodies together are drained at this many bytes in this time: 32 MB a second. */
const TURN_BYTES = 64 * 1024;
const PAUSE_MS = 2;
/** Bodies that are being drained. */
let draining = 0;

export function drainWhenAnswered(request: IncomingMessage, response: ServerResponse): void {
  // Before Node.js has its turn: it would discard an unread body as fast as it comes.
  response.prependOnceListener('finish', () => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    // A client that waits and was refused sends no body.
    if (endWaiting(request)) return void socket.end();
    drain(request);
    // Node.js is about to end a connection that is not kept alive (socket.destroySoon).
    process.nextTick(() => socket.off('finish', socket.destroy));
    const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS).unref();
    const stop = (): void => {
      clearTimeout(timer);
      if (socket.writableEnded) socket.destroySoon();
    };
    request.once('close', stop).once('end', stop);
  });
}

/** At a pace that all connections share: parsing takes processor time. */
function drain(request: IncomingMessage): void {
  draining += 1;
  request.once('close', () => {
    draining -= 1;
  });
  let bytes = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes < TURN_BYTES) return;
    bytes = 0;
    request.pause();
    setTimeout(() => request.resume(), draining * PAUSE_MS).unref();
  });
}
