// Sends a blob with backpressure, one chunk after another: a slow client delays only its own download, which
// takes the memory of one buffer.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BlobChunks } from '@prime-registry/blobs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairTurns } from '../connections/fair-turns.ts';

/** What is sent, and how. */
interface SentBlob {
  readonly content: BlobChunks;
  /** The length of the content. */
  readonly sizeBytes: number;
  /** Clients take turns with their chunks. */
  readonly turns: FairTurns;
}

/**
 * Sends status and headers of the reply, and the blob as its body. If reading fails, the connection is
 * closed, so that a partial body never looks complete. If the client goes away, reading ends. Resolves in
 * either case.
 */
export async function sendBlob(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  { content, sizeBytes, turns }: SentBlob,
): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  // If a pipelined response still waits for its turn when the connection closes, its writes are never called
  // back.
  const { promise: closed, resolve } = Promise.withResolvers<'closed'>();
  const onClose = (): void => resolve('closed');
  // Many responses may wait on one connection.
  socket.setMaxListeners(0).once('close', onClose);
  let missingBytes = sizeBytes;
  try {
    for await (const chunk of content) {
      const kind = missingBytes === sizeBytes ? 'request' : 'chunk';
      await new Promise<void>((resolve) => turns.run(socket, resolve, kind));
      if (socket.destroyed) break;
      // A byte more than Content-Length would be the beginning of the next answer on the connection.
      if (chunk.length > missingBytes) throw new Error('the blob has more bytes than its length');
      missingBytes -= chunk.length;
      if ((await Promise.race([write(raw, chunk, missingBytes === 0), closed])) === 'closed') break;
    }
    // A client that has everything may close before the last write is called back.
    if (missingBytes === 0) return;
    log.info({ missing_bytes: missingBytes }, 'the client went away');
  } catch (error) {
    log.error({ err: error, missing_bytes: missingBytes }, 'the answer broke off');
  } finally {
    socket.off('close', onClose);
  }
  raw.destroy();
}

/** Resolves when the memory of the chunk may be reused. */
export function write(
  raw: ServerResponse,
  chunk: Uint8Array,
  isLast: boolean,
): Promise<'written' | 'closed'> {
  return new Promise((resolve) => {
    const onTaken = (error?: Error | null): void => resolve(error ? 'closed' : 'written');
    if (isLast) raw.end(chunk, onTaken);
    else raw.write(chunk, onTaken);
  });
}
