// How pages are sent. They have no script, so none may run, whatever text of a Prime they show.
import type { FastifyReply } from 'fastify';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      // For browsers that do not know frame-ancestors.
      'X-Frame-Options': 'DENY',
    })
    .send(html);
}
