// Shared parts of the routes of the log: its existence, and the caching of responses.
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { entityTagOf, isNoneMatchFalse } from '../../http/responses/entity-tag.ts';
import type { RegistryLog } from '../../log/registry-log.ts';
import { type Failure, problems } from '../responses.ts';
import type { Needs } from '../route-deps.ts';

export type LogNeeds = 'log' | 'reading' | 'isPrivate';

/** An answer of the log. */
export interface LogAnswer {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** For how many seconds caches may use it without asking; undefined if they must always ask. */
  readonly maxAgeS?: number;
  /** Whether no commit changes it. */
  readonly isUnchanging?: boolean;
  /** How the body is compressed. */
  readonly encoding?: 'gzip' | undefined;
}

/** Texts of the log: all formats of C2SP are UTF-8. */
export const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** The refusals of all routes of the log, for the API document. */
export function logProblems(...more: readonly Failure[]): object {
  return problems(...more, [503, 'The log cannot be read at the moment, or is halted.']);
}

/** The log. @throws RegistryError `not_found` if the registry does not sign one */
export function requireLog({ log }: Needs<'log'>): RegistryLog {
  if (log !== undefined) return log;
  throw new RegistryError('not_found', { detail: 'This registry has no signed log.' });
}

/** @throws RegistryError `invalid_query` for a size that the log does not have yet */
export function requireSize(field: string, given: number, size: number): void {
  if (given > size)
    throw invalidQuery([{ field, message: `${given} is more than the ${size} entries of the log` }]);
}

/** Sends an answer, or a 304 to a client that has it, and keeps it for others. */
export function sendLogAnswer(
  { reading, isPrivate }: Needs<LogNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, maxAgeS, isUnchanging = false, encoding }: LogAnswer,
): FastifyReply {
  const tag = entityTagOf(body);
  reply.headers({ 'Content-Type': type, 'Cache-Control': describeCaching(isPrivate, maxAgeS), ETag: tag });
  if (encoding !== undefined) reply.header('Content-Encoding', encoding);
  if (isUnchanging) reading.responseCache.outlast(request);
  reading.responseCache.keep(request, reply, body);
  if (!isNoneMatchFalse(request.headers['if-none-match'], tag)) return reply.send(body);
  return reply.code(304).removeHeader('Content-Type').removeHeader('Content-Encoding').send();
}

/** A year stands for "for ever": caches need not even ask at a reload (RFC 8246). */
export const FOR_EVER_S = 31_536_000;

function describeCaching(isPrivate: boolean, maxAgeS: number | undefined): string {
  if (maxAgeS === undefined) return isPrivate ? 'private, no-cache' : 'no-cache';
  return `${isPrivate ? 'private' : 'public'}, max-age=${maxAgeS}${maxAgeS === FOR_EVER_S ? ', immutable' : ''}`;
}
