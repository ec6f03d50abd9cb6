// One line in the log for every request, when it is over. Headers are never logged, so no token can be.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { findTokenId } from './authentication.ts';
import type { FindClientAddress } from './client-address.ts';
import { type Secrets, toLoggedPath } from './secrets.ts';

/** What the framework logs of requests: what is below, and streams that broke off under a client. */
export class AccessLog extends LogController {
  readonly #addressOf: FindClientAddress;

  readonly #secrets: Secrets;

  constructor(addressOf: FindClientAddress, secrets: Secrets) {
    super({ requestIdLogLabel: 'request_id' });
    this.#addressOf = addressOf;
    this.#secrets = secrets;
  }

  override incomingRequest(): void {}

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        path: toLoggedPath(request.originalUrl, this.#secrets),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        remote: this.#addressOf(request.raw),
        token_id: findTokenId(request),
      },
      'request',
    );
  }
}
