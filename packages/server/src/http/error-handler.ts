// The one place that answers errors. What was thrown on purpose says so with its code; what was not is a blank 500, with
// everything in the log.
import { ERROR_CODES, PROBLEM_CONTENT_TYPE, RegistryError } from '@prime-registry/protocol';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from './problem.ts';

/** Seconds after which a request that failed for want of storage may be tried again. */
const RETRY_AFTER_S = '5';

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toRegistryError(error, request);
  if (known.status >= 500)
    request.log.error({ err: known.cause ?? error, code: known.code }, 'request failed');
  sendProblem(reply, known);
}

/** Answers with the error. The status may not be cached: what is wrong now may be right in a moment. */
export function sendProblem(reply: FastifyReply, error: RegistryError): void {
  if (error.status === 503) reply.header('Retry-After', RETRY_AFTER_S);
  reply
    .code(error.status)
    .headers(error.headers)
    .header('Cache-Control', 'no-store')
    .header('Content-Type', PROBLEM_CONTENT_TYPE)
    .send(JSON.stringify(toProblem(error, reply.request.id)));
}

function toRegistryError(error: FastifyError | Error, request: FastifyRequest): RegistryError {
  if (error instanceof RegistryError) return error;
  if (request.raw.destroyed && !request.raw.complete) {
    return invalidRequest('The connection was closed before the request had ended.', error);
  }
  // The framework's own refusals: a malformed path, a Content-Length that lies, …
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return invalidRequest('The request cannot be read.', error);
  return new RegistryError('internal_error', { detail: ERROR_CODES.internal_error.when }, { cause: error });
}

function invalidRequest(detail: string, cause: unknown): RegistryError {
  return new RegistryError('invalid_request', { detail }, { cause });
}
