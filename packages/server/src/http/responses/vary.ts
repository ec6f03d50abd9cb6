// The `Vary` header: what a response depends on besides its path (RFC 9110, section 12.5.5).
import type { FastifyReply } from 'fastify';

/** Adds the name of a request header, unless it is there. */
export function varyBy(reply: FastifyReply, header: string): void {
  const others = reply.getHeader('Vary');
  if (others === undefined) reply.header('Vary', header);
  else if (!String(others).split(', ').includes(header)) reply.header('Vary', `${String(others)}, ${header}`);
}
