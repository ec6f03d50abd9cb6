// Sends a long text while it is written, with backpressure: a slow client delays only its own answer, which takes the
// memory of a few pieces.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FairTurns } from '../connections/fair-turns.ts';
import type { Encoding } from '../requests/accepted-encoding.ts';
import { compressChunks } from './compress-chunks.ts';
import { write } from './send-blob.ts';

/** In characters: fewer and larger chunks take less time. */
const CHUNK_LENGTH = 32 * 1024;

/** What is sent, and how. */
interface SentText {
  /** Set once the beginning of the text is there: a failure before that has other headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<string>;
  /** How the body is compressed; the headers say so. */
  readonly encoding: Encoding;
  /** Clients take turns with their chunks. */
  readonly turns: FairTurns;
}

/**
 * Sends status and headers of the reply, further headers, and the text as its body. If writing it fails, the connection is closed, so
 * that a partial text never looks complete. If the client goes away, the writing ends. Resolves in either case.
 * @throws what the first pieces throw; nothing was sent then
 */
export async function sendText(
  { raw: { socket }, log }: FastifyRequest,
  reply: FastifyReply,
  { headers, pieces, encoding, turns }: SentText,
): Promise<void> {
  const chunks = compressChunks(joinPieces(pieces), encoding);
  let chunk = await chunks.next();
  const { raw } = reply.headers(headers).hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  // See sendBlob: a pipelined response may never get an event.
  const { promise: closed, resolve } = Promise.withResolvers<'closed'>();
  const onClose = (): void => resolve('closed');
  socket.setMaxListeners(0).once('close', onClose);
  let kind: 'request' | 'chunk' = 'request';
  try {
    for (; chunk.done !== true; chunk = await chunks.next()) {
      await new Promise<void>((resolve) => turns.run(socket, resolve, kind));
      kind = 'chunk';
      if (socket.destroyed) break;
      if ((await Promise.race([write(raw, chunk.value, false), closed])) === 'closed') break;
    }
    if (chunk.done === true) {
      raw.end();
      return;
    }
    log.info('the client went away');
  } catch (error) {
    log.error({ err: error }, 'the answer broke off');
  } finally {
    socket.off('close', onClose);
    await chunks.return();
  }
  raw.destroy();
}

async function* joinPieces(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  let joined = '';
  for await (const piece of pieces) {
    joined += piece;
    if (joined.length < CHUNK_LENGTH) continue;
    yield Buffer.from(joined);
    joined = '';
  }
  if (joined !== '') yield Buffer.from(joined);
}
