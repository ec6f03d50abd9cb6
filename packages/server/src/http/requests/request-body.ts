// Routes read request bodies themselves. Nothing is buffered or parsed before.
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWaiting } from './expect-continue.ts';

// Pieces of at least this size are worth the work for one piece.
const SMALL_PIECE_BYTES = 16 * 1024;
/** Small pieces of a body that are not waited for, besides one for each pause since its beginning. */
const FREE_PIECES = 64;
const PAUSE_MS = 10;

/** Leaves bodies to the routes. */
export function leaveBodiesToRoutes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * The body of a request in chunks, at most `maxBytes`.
 * @throws RegistryError `body_too_large` over the limit, `invalid_request` if the client breaks off
 */
export async function* readBody(
  request: FastifyRequest,
  reply: BodyReply,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  if (endWaiting(request.raw)) reply.raw.writeContinue();
  let sizeBytes = 0;
  for await (const chunk of receive(request.raw)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw new RegistryError('body_too_large', { detail: `The body has more than ${maxBytes} bytes.` });
    }
    yield chunk;
  }
}

/** The same as a text; undefined if it is not UTF-8. @throws as {@link readBody} */
export async function readTextBody(
  request: FastifyRequest,
  reply: BodyReply,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = Buffer.concat(await Array.fromAsync(readBody(request, reply, maxBytes)));
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/**
 * The body as it arrives, with small pieces joined. When they keep coming it waits for more: the work for a
 * body depends on its bytes and its time, not on the number of packets or chunks that a client sends it in.
 */
async function* receive(raw: FastifyRequest['raw']): AsyncGenerator<Buffer> {
  const startMs = performance.now();
  let smallPieces = 0;
  try {
    for await (const piece of (raw as Readable).iterator({ destroyOnReturn: false })) {
      if (piece.length >= SMALL_PIECE_BYTES) yield piece;
      else {
        smallPieces += 1;
        const isSlicing = smallPieces > FREE_PIECES + (performance.now() - startMs) / PAUSE_MS;
        if (isSlicing && !raw.complete && !isChunked(raw)) await pause(raw);
        yield joinBuffered(piece, raw);
      }
    }
  } catch (error) {
    const detail = 'The connection was closed before the request had ended.';
    throw new RegistryError('invalid_request', { detail }, { cause: error });
  }
}

/** Whether small chunks are joined already (join-chunks.ts). */
function isChunked({ headers }: FastifyRequest['raw']): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Reads nothing from the connection for a moment: the parser would make an object of each piece. */
async function pause({ socket }: FastifyRequest['raw']): Promise<void> {
  socket.pause();
  await delay(PAUSE_MS);
  socket.resume();
}

/** The piece and what has arrived behind it. */
function joinBuffered(piece: Buffer, raw: FastifyRequest['raw']): Buffer {
  const rest: Buffer | null = raw.readableLength > 0 ? raw.read(raw.readableLength) : null;
  return rest === null ? piece : Buffer.concat([piece, rest]);
}

interface BodyReply {
  readonly raw: { writeContinue(): void };
}
