// What an error page suggests besides the error. A route keeps it while it answers a request; the error handler, which
// knows no route, shows it.
import type { Nearby } from '@prime-registry/web';
import type { FastifyRequest } from 'fastify';

const kept = new WeakMap<object, Nearby>();

/** Keeps suggestions for the error page of a request. */
export function keepNearby({ raw }: Pick<FastifyRequest, 'raw'>, nearby: Nearby): void {
  kept.set(raw, nearby);
}

/** The suggestions that were kept for a request. */
export function nearbyOf({ raw }: Pick<FastifyRequest, 'raw'>): Nearby | undefined {
  return kept.get(raw);
}
