// Rows of versions that can be evicted and what they mean.
import type { EvictableVersion } from '../contracts/mirror/eviction-store.ts';

/** A version, joined with its Prime and the day of its last read. */
export interface EvictableRow {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly atoms: number;
  readonly origin: string | null;
  readonly last_read_day: number;
  readonly size_bytes: number;
  readonly stored_bytes: number;
}

export function toEvictable(row: EvictableRow): EvictableVersion {
  const {
    last_read_day: lastReadDay,
    size_bytes: sizeBytes,
    stored_bytes: storedBytes,
    origin,
    ...rest
  } = row;
  return { ...rest, origin: origin ?? '', lastReadDay, sizeBytes, storedBytes };
}
