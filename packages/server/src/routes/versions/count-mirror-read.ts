// Counts reads of mirrored Primes for the metrics.
import type { FastifyRequest } from 'fastify';
import type { ReadingDeps } from '../route-deps.ts';

/** Counts a read of a Prime of an upstream. A `hit` was answered without asking that upstream. */
export function countMirrorRead(
  { mirrorReads, responseCache }: Pick<ReadingDeps, 'mirrorReads' | 'responseCache'>,
  request: FastifyRequest,
  origin: string,
  outcome: 'hit' | 'miss',
): void {
  const tally = mirrorReads.of(origin);
  if (outcome === 'hit') tally.hits += 1;
  else tally.misses += 1;
  // Each time the response cache sends this answer again is one more hit.
  responseCache.countReuses(request, tally);
}
