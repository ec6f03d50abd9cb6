// Sends a blob. It is not piped: only the callback of a write tells when a chunk is needed no more, and then its memory is
// given back, so that downloads take the same little memory however fast they are.
import type { OutgoingHttpHeaders } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { releaseMemory } from '@prime-registry/archive';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends the reply's status and headers, which hold the Content-Length, and the blob as its body. When reading fails the
 * connection is closed, and when the client goes away the blob is; it resolves either way.
 */
export async function sendBlob(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  blob: Readable,
): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const body = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      raw.write(chunk, (error) => {
        releaseMemory(chunk);
        done(error);
      });
    },
  });
  // A response that waits behind another on its connection (pipelining) is not told when the client goes away.
  const breakOff = (): void => void body.destroy();
  socket.once('close', breakOff);
  if (socket.destroyed) breakOff();
  try {
    await pipeline(blob, body);
    raw.end();
  } catch (error) {
    log[socket.destroyed ? 'info' : 'error']({ err: error }, 'the answer broke off');
    raw.destroy();
  } finally {
    socket.off('close', breakOff);
  }
}
