// Keeps pages for others who ask for the same, until the next commit. A hook on answers about to be sent, behind the one
// that compresses them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPageTarget } from './hot-request.ts';
import type { ResponseReuse } from './response-reuse.ts';

/** A page may show what no commit announces, such as a text whose thread was busy. */
const KEPT_MS = 10_000;

export function createPageKeeper(cache: Pick<ResponseReuse, 'keep' | 'limit'>) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const isBody = typeof payload === 'string' || payload instanceof Uint8Array;
    if (isBody && isPage(request, reply)) {
      cache.limit(request, KEPT_MS);
      cache.keep(request, reply, payload);
    }
    return payload;
  };
}

function isPage({ raw: { url = '' } }: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode !== 200 || !isPageTarget(url)) return false;
  // What no cache may store is not kept here either.
  if (!String(reply.getHeader('Cache-Control')).endsWith('no-cache')) return false;
  return String(reply.getHeader('Content-Type')).startsWith('text/html');
}
