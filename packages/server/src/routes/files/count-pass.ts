// Charges a client for the unpacking of a tarball.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Needs } from '../route-deps.ts';

/** Unpacking a tarball counts as one more read for each of this many bytes, packed. */
const BYTES_OF_A_READ = 1024 * 1024;

/** Counts the reads. The request itself was counted; the next ones are refused if these are too many. */
export function countPass(
  { reading }: Needs<'reading'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sizeBytes: number,
): void {
  reading.countReads(request, reply, Math.floor(sizeBytes / BYTES_OF_A_READ));
}
