// One line in the log for every request, when it is over. Headers are never logged, so no token can be.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { findTokenId } from './authentication.ts';
import type { FindClientAddress } from './client-address.ts';

/** What the framework logs of requests: what is below, and streams that broke off under a client. */
export class AccessLog extends LogController {
  readonly #addressOf: FindClientAddress;

  constructor(addressOf: FindClientAddress) {
    super({ requestIdLogLabel: 'request_id' });
    this.#addressOf = addressOf;
  }

  override incomingRequest(): void {}

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        path: request.originalUrl.slice(0, 500),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        remote: this.#addressOf(request.raw),
        token_id: findTokenId(request),
      },
      'request',
    );
  }
}
