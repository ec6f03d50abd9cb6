// Leads to another address of this registry.
import type { FastifyReply } from 'fastify';

/**
 * Sends a redirect: 308 if the address is always the same, 302 if it may change. Caches of others do not keep it: in a private
 * registry, it tells what exists.
 * @param path - of this registry, with a query if it needs one
 */
export function sendRedirect(reply: FastifyReply, path: string, status: 302 | 308): FastifyReply {
  // The framework leaves the length out for HEAD.
  return reply
    .header('Content-Length', '0')
    .header('Cache-Control', 'private, no-cache')
    .redirect(path, status);
}
