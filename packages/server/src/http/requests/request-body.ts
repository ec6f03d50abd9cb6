// Routes read request bodies themselves. Nothing is buffered or parsed before.
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// How long the unread rest of a body is drained after the answer.
const DRAIN_TIMEOUT_MS = 30_000;
/** All bodies together are drained at this many bytes in this time: 32 MB a second. */
const DRAIN_TURN_BYTES = 64 * 1024;
const DRAIN_PAUSE_MS = 2;
/** Bodies that are being drained. */
let draining = 0;

// Pieces of at least this size are worth the work for one piece.
const SMALL_PIECE_BYTES = 16 * 1024;
/** Small pieces of a body that are not waited for, besides one for each pause since its beginning. */
const FREE_PIECES = 64;
const PAUSE_MS = 10;

const awaitingContinue = new WeakSet<object>();

/**
 * Leaves bodies to the routes, and lets a client that asks first (Expect: 100-continue) wait until its body
 * is wanted.
 */
export function leaveBodiesToRoutes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    app.routing(request, response);
  });
  // Other expectations may be ignored (RFC 9110, section 10.1.1); Node would answer an empty 417.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  // A refused body is drained for a while. To close at once would reset the connection under a client that is
  // still sending, and it would never read the answer (RFC 9112, section 9.6).
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const { socket } = raw;
    // A client that waits for 100-continue and was refused sends no body.
    if (awaitingContinue.delete(raw)) return void socket.end();
    // Node would destroy a connection that is not kept alive as soon as the answer is sent
    // (socket.destroySoon).
    socket.off('finish', socket.destroy);
    drain(raw);
    const timer = setTimeout(() => socket.destroy(), DRAIN_TIMEOUT_MS).unref();
    const stop = (): void => {
      clearTimeout(timer);
      if (socket.writableEnded) socket.destroySoon();
    };
    raw.once('close', stop).once('end', stop);
  });
}

/**
 * Discards the rest of a body, at a pace that all connections share: nobody needs it, and parsing it takes
 * processor time.
 */
function drain(raw: FastifyRequest['raw']): void {
  draining += 1;
  raw.once('close', () => {
    draining -= 1;
  });
  let bytes = 0;
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes < DRAIN_TURN_BYTES) return;
    bytes = 0;
    raw.pause();
    setTimeout(() => raw.resume(), draining * DRAIN_PAUSE_MS).unref();
  });
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
  if (awaitingContinue.delete(request.raw)) reply.raw.writeContinue();
  let sizeBytes = 0;
  for await (const chunk of receive(request.raw)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw new RegistryError('body_too_large', { detail: `The body has more than ${maxBytes} bytes.` });
    }
    yield chunk;
  }
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
        if (isSlicing && !raw.complete) await pause(raw);
        yield joinBuffered(piece, raw);
      }
    }
  } catch (error) {
    const detail = 'The connection was closed before the request had ended.';
    throw new RegistryError('invalid_request', { detail }, { cause: error });
  }
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
