// Answers all errors. A RegistryError is answered with its code; any other error is a blank 500, with the
// details in the log.
import { ERROR_CODES, PROBLEM_CONTENT_TYPE, RegistryError } from '@prime-registry/protocol';
import type { renderErrorPage } from '@prime-registry/web';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../requests/accepts-html.ts';
import { isHotTarget } from '../response-cache/hot-request.ts';
import { nearbyOf } from './nearby.ts';
import { findPrimePath } from './prime-link.ts';
import { toProblem } from './problem.ts';
import { framePage, PAGE_HEADERS, RETRY_AFTER_S } from './send-page.ts';
import { toVisibleJson } from './visible-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is a page. */
    isPage?: boolean;
  }
  interface FastifyInstance {
    /** Renders errors as pages. An app without it answers everybody with the problem as JSON. */
    errorPage?: typeof renderErrorPage;
  }
}

export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toRegistryError(error);
  if (known.status >= 500) logFailure(request, known, error);
  sendProblem(reply, known);
}

/** What is not a defect of this registry or of its storage. Each request of a flood, or for an upstream that is down, logs one. */
const WITHOUT_STACK: ReadonlySet<string> = new Set([
  'upstream_unavailable',
  'upstream_mismatch',
  'upstream_changed',
  'issuer_unavailable',
  'overloaded',
  'shutting_down',
]);

function logFailure({ log }: FastifyRequest, { code, cause }: RegistryError, error: Error): void {
  // The rebuild logs its progress itself.
  if (code === 'index_rebuilding') return;
  const err = cause instanceof Error ? cause : error;
  if (WITHOUT_STACK.has(code)) log.warn({ code, reason: err.message }, 'request failed');
  else log.error({ err, code }, 'request failed');
}

/** Answers with the error. It must not be cached: the next request may succeed. */
export function sendProblem(reply: FastifyReply, error: RegistryError): void {
  if (error.status === 503) reply.header('Retry-After', RETRY_AFTER_S);
  const problem = toProblem(error, reply.request.id);
  reply.code(error.status).headers(error.headers).header('Cache-Control', 'no-store');
  const { errorPage } = reply.server;
  if (errorPage !== undefined && wantsPage(reply.request)) {
    const { elsewhere } = error.extensions;
    const ways = {
      primePath: findPrimePath(reply.request),
      elsewhere: typeof elsewhere === 'string' ? elsewhere : undefined,
      nearby: nearbyOf(reply.request),
    };
    reply.headers(PAGE_HEADERS).send(framePage(reply, errorPage(problem, ways)));
  } else reply.header('Content-Type', PROBLEM_CONTENT_TYPE).send(toVisibleJson(problem, JSON.stringify));
}

/**
 * Whether to answer with a page: a browser asks for a page, or for a path that does not exist. Paths of hot reads
 * answer everybody the same way.
 */
function wantsPage(request: FastifyRequest): boolean {
  const { method, url, routeOptions, is404 } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !acceptsHtml(request)) return false;
  return is404 ? !isHotTarget(url) : routeOptions.config.isPage === true;
}

function toRegistryError(error: FastifyError | Error): RegistryError {
  if (error instanceof RegistryError) return error;
  if ('code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const message = "is not a media type such as 'multipart/form-data; boundary=abc' or 'application/json'";
    const errors = [{ field: 'Content-Type', message }];
    return new RegistryError('invalid_request', { detail: `The header Content-Type ${message}.`, errors });
  }
  // Other refusals of the framework.
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) {
    return new RegistryError('invalid_request', { detail: 'The request cannot be read.' }, { cause: error });
  }
  return new RegistryError('internal_error', { detail: ERROR_CODES.internal_error.when }, { cause: error });
}
