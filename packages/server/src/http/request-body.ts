// Request bodies are read by the routes that take one, and only then: nothing is buffered or parsed on the way to them.
import type { Readable } from 'node:stream';
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// How long what nobody reads of a body may go on after the answer.
const DRAIN_TIMEOUT_MS = 30_000;

const awaitingContinue = new WeakSet<object>();

/** Leaves every body to its route, and lets a client that asks first (Expect: 100-continue) wait until it is wanted. */
export function leaveBodiesToRoutes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    app.routing(request, response);
  });
  // Other expectations may be ignored (RFC 9110, section 10.1.1); Node alone would answer 417, with nothing in it.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  // A body that was refused is read on for a while: closing at once would reset the connection under a client that is
  // still sending, and it would never see the answer (RFC 9112, section 9.6).
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const { socket } = raw;
    // A client that waits for permission and was refused sends nothing: there is nothing to read on.
    if (awaitingContinue.delete(raw)) return void socket.end();
    // A connection that is not kept would be destroyed as soon as the answer is out (socket.destroySoon).
    socket.off('finish', socket.destroy);
    raw.resume();
    const timer = setTimeout(() => socket.destroy(), DRAIN_TIMEOUT_MS).unref();
    const stop = (): void => {
      clearTimeout(timer);
      if (socket.writableEnded) socket.destroySoon();
    };
    raw.once('close', stop).once('end', stop);
  });
}

/**
 * The body of a request as chunks, at most `maxBytes` of it.
 * @throws RegistryError `body_too_large` past the limit, `invalid_request` when the client breaks off.
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

async function* receive(raw: FastifyRequest['raw']): AsyncGenerator<Buffer> {
  try {
    yield* (raw as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    const detail = 'The connection was closed before the request had ended.';
    throw new RegistryError('invalid_request', { detail }, { cause: error });
  }
}

interface BodyReply {
  readonly raw: { writeContinue(): void };
}
