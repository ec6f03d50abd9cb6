// One line in the log for every request, when it is over. Headers are never logged, so no token can be.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { findTokenId } from './authentication.ts';

/** What the framework logs of requests: what is below, and streams that broke off under a client. */
export class AccessLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  override incomingRequest(): void {}

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        path: request.originalUrl.slice(0, 500),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        remote: request.ip,
        token_id: findTokenId(request),
      },
      'request',
    );
  }
}
