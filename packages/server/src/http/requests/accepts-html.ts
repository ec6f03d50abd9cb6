// Detects browsers, which get pages instead of JSON.
import type { FastifyRequest } from 'fastify';

/** Whether the client names HTML among what it accepts. */
export function acceptsHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
