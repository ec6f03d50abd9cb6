// The access log: one line for each request, after its answer. Headers are never logged, and so no tokens.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { FindClientAddress } from './connections/client-address.ts';
import { findTokenId } from './requests/authentication.ts';
import { type Secrets, toLoggedPath } from './requests/secrets.ts';

/** What the framework logs of requests: the lines below, and streams that a client broke off. */
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
