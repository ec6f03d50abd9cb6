// The default limits of a registry. A Prime that exceeds them is refused before it is sent.
import type { ArchiveLimits } from '@prime-registry/archive';

/** The default limits of a registry. `maxTarballBytes` is the size of the tarball itself. */
export const REGISTRY_LIMITS = {
  maxTarballBytes: 100 * 2 ** 20,
  maxUnpackedBytes: 2 ** 30,
  maxEntries: 20_000,
  maxRatio: 200,
} as const satisfies ArchiveLimits & { readonly maxTarballBytes: number };
