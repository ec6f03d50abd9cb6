// The access log: one line for each request, after its answer. Headers are never logged, and so no tokens.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { FindClientAddress } from '../connections/client-address.ts';
import { findTokenId } from '../requests/authentication.ts';
import type { Secrets } from '../requests/secrets.ts';
import type { LogStream } from './log-stream.ts';
import { formatRequestLine, logsRequests, quotePath, writeSoonTo } from './request-line.ts';

export interface AccessLogDeps {
  readonly stream: LogStream;
  readonly level: string;
  readonly addressOf: FindClientAddress;
  readonly secrets: Secrets;
}

/** What the framework logs of requests: the lines below, and streams that a client broke off. */
export class AccessLog extends LogController {
  readonly #deps: AccessLogDeps;
  readonly #isOn: boolean;

  constructor(deps: AccessLogDeps) {
    super({ requestIdLogLabel: 'request_id' });
    this.#deps = deps;
    this.#isOn = logsRequests(deps.level);
  }

  override incomingRequest(): void {}

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#isOn) return;
    const { stream, addressOf, secrets } = this.#deps;
    const line = formatRequestLine({
      requestId: request.id,
      method: request.method,
      quotedPath: quotePath(request.originalUrl, secrets),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      remote: addressOf(request.raw),
      tokenId: findTokenId(request),
    });
    writeSoonTo(stream, line);
  }
}
