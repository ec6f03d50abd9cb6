// The rows of versions that can be evicted.
import type { EvictableVersion } from '../contracts/eviction-store.ts';

/** What {@link toEvictable} needs besides the day of the last read, of `versions` joined with `primes`. */
export const EVICTABLE_COLUMNS = [
  'versions.id',
  'primes.name',
  'versions.version',
  'versions.origin',
  'versions.sha256',
  'versions.size_bytes',
  'versions.atoms',
] as const;

/** The contents of a row. */
export function toEvictable(row: {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly atoms: number;
  readonly origin: string | null;
  readonly last_read_day: number;
  readonly size_bytes: number;
}): EvictableVersion {
  const { last_read_day: lastReadDay, size_bytes: sizeBytes, origin, ...version } = row;
  return { ...version, origin: origin ?? '', lastReadDay, sizeBytes };
}
