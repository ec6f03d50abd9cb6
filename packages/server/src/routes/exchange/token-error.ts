// Refusals of the token endpoint: an error of OAuth (RFC 6749, section 5.2) and a problem document in one.
import { type ErrorCode, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply } from 'fastify';
import { toProblem } from '../../http/responses/problem.ts';
import { toVisibleJson } from '../../http/responses/visible-json.ts';

/** Those that are something else than an `invalid_request`, which RFC 8693 (section 2.2.2) has for bad subject tokens. */
const ERRORS: Partial<Record<ErrorCode, string>> = {
  unsupported_grant_type: 'unsupported_grant_type',
  token_scope_refused: 'invalid_scope',
  token_audience_refused: 'invalid_target',
  issuer_unavailable: 'temporarily_unavailable',
};

/** Whether an error is one of OAuth. Others, such as an overload, are answered as everywhere. */
export function isTokenError(error: unknown): error is RegistryError {
  if (!(error instanceof RegistryError)) return false;
  return error.code === 'issuer_unavailable' || (error.status < 500 && error.status !== 429);
}

/** Answers with the error. */
export function sendTokenError(reply: FastifyReply, error: RegistryError): FastifyReply {
  const body = {
    error: ERRORS[error.code] ?? 'invalid_request',
    error_description: toDescription(error.message),
    ...toProblem(error, reply.request.id),
  };
  reply.code(error.status).headers(error.headers).header('Cache-Control', 'no-store');
  return reply.header('Content-Type', 'application/json').send(toVisibleJson(body, JSON.stringify));
}

/** The characters of an `error_description`: printable ASCII without double quotes and backslashes. */
function toDescription(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu, '?');
}
