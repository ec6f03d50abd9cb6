// Sends pages. Scripts and styles are files of the registry; nothing inline may run, whatever text of a Prime
// a page shows.
import type { Site } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { varyByEncoding } from './compress-reads.ts';
import { entityTagOf, isNoneMatchFalse } from './entity-tag.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The frame of all pages, also of those about errors outside of routes. */
    site: Pick<Site, 'frame'>;
  }
}

/** After how many seconds to retry what was not ready, or failed for lack of storage. */
export const RETRY_AFTER_S = '5';

/** Headers of every page. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  // For browsers without frame-ancestors.
  'X-Frame-Options': 'DENY',
} as const;

/** Sends a page, or a 304 to a client that has it. It may be cached, but must be revalidated. */
export function sendPage(reply: FastifyReply, html: string, isPrivate: boolean): FastifyReply {
  return sendChecked(
    reply.headers(PAGE_HEADERS),
    framePage(reply, html),
    `${isPrivate ? 'private, ' : ''}no-cache`,
  );
}

/** Sends a page instead of one that will be ready in a few seconds. */
export function sendUnready(reply: FastifyReply, html: string): FastifyReply {
  reply.header('Retry-After', RETRY_AFTER_S).header('Cache-Control', 'no-store');
  return reply.code(503).headers(PAGE_HEADERS).send(framePage(reply, html));
}

/** Fills the frame of a page with what is of this registry. */
export function framePage({ server, request }: FastifyReply, html: string): string {
  return server.site.frame(html, request.url.split('?', 1)[0] ?? '');
}

/** Sends a body with its entity tag, or a 304 to a client that has it. The caller sets the type. */
export function sendChecked(
  reply: FastifyReply,
  body: string | Uint8Array,
  cacheControl: string,
): FastifyReply {
  const tag = entityTagOf(body);
  reply.header('ETag', tag).header('Cache-Control', cacheControl);
  // Pictures are compressed already.
  if (typeof body === 'string') varyByEncoding(reply, body);
  if (!isNoneMatchFalse(reply.request.headers['if-none-match'], tag)) return reply.send(body);
  return reply.code(304).removeHeader('Content-Type').send();
}
