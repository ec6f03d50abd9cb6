// Sends a blob chunk by chunk, each only when the system has taken the one before: a slow client holds up its own download
// and nothing else, and one buffer a download is all the memory that it takes.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BlobChunks } from '@prime-registry/blobs';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends the reply's status and headers, and the blob as its body of `sizeBytes`. When reading fails the connection is
 * closed, so that what arrived never looks whole; when the client goes away, reading ends. It resolves either way.
 */
export async function sendBlob(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  blob: BlobChunks,
  sizeBytes: number,
): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  // Of a response that waits behind another on its connection (pipelining), no write is called back when that closes.
  const { promise: closed, resolve } = Promise.withResolvers<'closed'>();
  const onClose = (): void => resolve('closed');
  // Any number of responses may wait on one connection.
  socket.setMaxListeners(0).once('close', onClose);
  let missingBytes = sizeBytes;
  try {
    for await (const chunk of blob) {
      if (socket.destroyed) break;
      missingBytes -= chunk.length;
      if ((await Promise.race([write(raw, chunk, missingBytes === 0), closed])) === 'closed') break;
    }
    // A client that has it all may close before the system says that the last chunk was taken.
    if (missingBytes === 0) return;
    log.info({ missing_bytes: missingBytes }, 'the client went away');
  } catch (error) {
    log.error({ err: error, missing_bytes: missingBytes }, 'the answer broke off');
  } finally {
    socket.off('close', onClose);
  }
  raw.destroy();
}

/** Resolves when the chunk's memory is needed no more. */
function write(raw: ServerResponse, chunk: Uint8Array, isLast: boolean): Promise<'written' | 'closed'> {
  return new Promise((resolve) => {
    const onTaken = (error?: Error | null): void => resolve(error ? 'closed' : 'written');
    if (isLast) raw.end(chunk, onTaken);
    else raw.write(chunk, onTaken);
  });
}
