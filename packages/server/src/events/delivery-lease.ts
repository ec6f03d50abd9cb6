// The right to deliver: of several processes on the same data, one does, so that messages keep their order.
import { Lease, type LeaseOptions } from '@prime-registry/concurrency';
import { ATTEMPT_MS } from './attempt.ts';

/** Creates the lease of one process. An attempt ends, and its outcome is recorded, before another process may begin. */
export function createDeliveryLease({ store, now }: Pick<LeaseOptions, 'store' | 'now'>): Lease {
  const times = { leaseMs: 30_000, renewAfterMs: 5000, neededMs: ATTEMPT_MS + 3000 };
  return new Lease({ ...{ store, now }, name: 'webhooks', ...times });
}
