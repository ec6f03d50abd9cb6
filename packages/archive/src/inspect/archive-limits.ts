// How much a tarball may unpack to. The values are settings of whoever inspects.

/** Limits on what a tarball may unpack to. */
export interface ArchiveLimits {
  /** Most bytes that files, and the records that describe them, may have together. */
  maxUnpackedBytes: number;
  /** Most entries, and most distinct files and folders, counting folders that only a path implies. */
  maxEntries: number;
  /** Most unpacked bytes for each packed one, judged from {@link RATIO_JUDGED_FROM_BYTES} on. */
  maxRatio: number;
}

/** Length of the unpacked stream from which its ratio is judged, in bytes: small text may well shrink a lot. */
export const RATIO_JUDGED_FROM_BYTES = 16 * 1024 * 1024;
