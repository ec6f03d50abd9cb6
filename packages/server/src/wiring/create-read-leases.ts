// Creates the read leases of a server, as the setting says.
import { LEASES_AFTER_MS } from '@prime-registry/store';
import type { ServerSettings } from '../config/server-settings.ts';
import { ReadLeases, type ReadLeasesOptions } from '../http/response-cache/read-leases.ts';

/** How long a lease lasts, in milliseconds: one look a second for each answer costs nothing. */
const LEASE_MS = 1000;
/** nginx counts in seconds: it may send an answer until the end of the next one. Its clock may be half a second off. */
const PROXY_MS = 2500;

/** @returns undefined without leases: with SQLite, a look at the store takes less than a microsecond */
export function createReadLeases(
  { readLeases, database }: Pick<ServerSettings, 'readLeases' | 'database'>,
  {
    store,
    leasesAfterMs = LEASES_AFTER_MS,
  }: Pick<ReadLeasesOptions, 'store'> & { leasesAfterMs?: number | undefined },
): ReadLeases | undefined {
  if (readLeases === 'off' || (readLeases === 'auto' && database === '')) return undefined;
  return new ReadLeases({
    store,
    leaseMs: LEASE_MS,
    proxyMs: readLeases === 'proxy' ? PROXY_MS : 0,
    leasesAfterMs,
  });
}
