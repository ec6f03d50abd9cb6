// Lets pages of other origins read what everybody may read (the CORS protocol of the Fetch standard). Nothing
// depends on cookies, so a private registry stays private: scripts of its readers must send a token.
import type { FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, X-Request-Id';
const ALLOWED = 'Authorization, If-None-Match, If-Range, Range, X-Request-Id';

/** A hook that allows every read. */
export async function allowCrossOriginReads(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers OPTIONS for a path with these methods; tells a preflight that reading is allowed. */
export function answerOptions(
  allow: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    reply.code(204).header('Allow', allow);
    if (request.headers.origin !== undefined && allow.includes('GET')) {
      reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Access-Control-Allow-Methods', 'GET, HEAD')
        .header('Access-Control-Allow-Headers', ALLOWED)
        .header('Access-Control-Max-Age', '86400');
    }
    return reply.send();
  };
}
