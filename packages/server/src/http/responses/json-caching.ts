// JSON may be cached but must be revalidated, so that no cache hides a new version; an entity tag makes that
// cheap. A hook on answers about to be sent.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressRead } from './compress-reads.ts';
import { entityTagOf, isNoneMatchFalse } from './entity-tag.ts';

/** How answers may be cached. */
export interface JsonCaching {
  /** Whether reads need a token. */
  readonly isPrivate: boolean;
  readonly compress: CompressRead;
  /** Called with every whole answer and its caching headers, before a 304 may replace it. */
  readonly keep: (request: FastifyRequest, reply: FastifyReply, body: string | Uint8Array) => void;
}

/**
 * A hook that adds caching headers to JSON answers of reads, and answers 304 to a client that has the answer.
 * Skips answers that set Cache-Control themselves.
 */
export function cacheJson({ isPrivate, compress, keep }: JsonCaching) {
  const cacheControl = isPrivate ? 'private, no-cache' : 'no-cache';
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !isRead(request) || !isJson(reply))
      return payload;
    if (reply.hasHeader('Cache-Control')) return payload;
    const tag = entityTagOf(payload);
    reply.header('ETag', tag).header('Cache-Control', cacheControl);
    const { 'if-none-match': ifNoneMatch } = request.headers;
    if (wantsDigest(request)) {
      keep(request, reply, payload);
      if (isNoneMatchFalse(ifNoneMatch, tag)) return answerUnchanged(reply);
      reply.header('Repr-Digest', digestOf(payload));
      return payload;
    }
    const body = (await compress(request, reply, payload)) as string | Uint8Array;
    keep(request, reply, body);
    return isNoneMatchFalse(ifNoneMatch, tag) ? answerUnchanged(reply) : body;
  };
}

function answerUnchanged(reply: FastifyReply): null {
  reply.code(304).removeHeader('Content-Type').removeHeader('Content-Encoding');
  return null;
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('Content-Type')).startsWith('application/json');
}

/** Mirrors ask for it, to detect changes on the way (RFC 9530, section 4). */
function wantsDigest({ headers }: FastifyRequest): boolean {
  return /\bsha-256=[1-9]/.test(String(headers['want-repr-digest']));
}

function digestOf(body: string): string {
  return `sha-256=:${hash('sha256', body, 'base64')}:`;
}
