// JSON may be kept but must be asked for again each time, so that no cache ever hides a new version; an entity tag makes
// asking cheap. Runs on what is about to be sent.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, isNoneMatchFalse } from './entity-tag.ts';

/**
 * A hook that gives every JSON answer to a read its caching headers, and answers 304 where the client has it. Answers that
 * say themselves how they may be cached are left alone.
 */
export function cacheJson({ isPrivate }: { readonly isPrivate: boolean }) {
  const cacheControl = isPrivate ? 'private, no-cache' : 'no-cache';
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !isRead(request) || !isJson(reply))
      return payload;
    if (reply.hasHeader('Cache-Control')) return payload;
    const tag = entityTagOf(payload);
    reply.header('ETag', tag).header('Cache-Control', cacheControl);
    if (!isNoneMatchFalse(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('Content-Type');
    return null;
  };
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('Content-Type')).startsWith('application/json');
}
