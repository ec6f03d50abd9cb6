// How large a Prime may be to be unpacked here.
import type { ArchiveLimits } from '@prime-registry/archive';

/**
 * More than a registry accepts by default (1 GiB, 20,000 entries), since its operator may have raised that; still bounded,
 * since an archive is a stranger's.
 */
export const INSTALL_LIMITS: ArchiveLimits = {
  maxUnpackedBytes: 4 * 1024 ** 3,
  maxEntries: 100_000,
  maxRatio: 1000,
};
