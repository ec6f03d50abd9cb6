// The size limits for unpacking a Prime.
import type { ArchiveLimits } from '@prime-registry/archive';

/**
 * Higher than the defaults of a registry (1 GiB, 20,000 entries), because an operator may have raised those.
 * Archives are untrusted, so there is a limit.
 */
export const INSTALL_LIMITS: ArchiveLimits = {
  maxUnpackedBytes: 4 * 1024 ** 3,
  maxEntries: 100_000,
  maxRatio: 1000,
};
