// The columns of versions that can be evicted.
import { VERSION_BYTES } from '../versions/stored-bytes.ts';

/** What {@link toEvictable} needs besides the day of the last read, of `versions` joined with `primes`. */
export const EVICTABLE_COLUMNS = [
  VERSION_BYTES.as('stored_bytes'),
  'versions.id',
  'primes.name',
  'versions.version',
  'versions.origin',
  'versions.sha256',
  'versions.size_bytes',
  'versions.atoms',
] as const;
