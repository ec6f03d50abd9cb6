// The limits of an unpacked tarball. The caller sets the values.

export interface ArchiveLimits {
  /** Most bytes of all files and of the records that describe them. */
  maxUnpackedBytes: number;
  /** Most entries, and most distinct files and folders, including folders that only a path implies. */
  maxEntries: number;
  /** Most unpacked bytes per packed byte, checked from {@link RATIO_JUDGED_FROM_BYTES} on. */
  maxRatio: number;
}

/**
 * Length of the unpacked stream from which its ratio is checked, in bytes: short text may compress very well.
 */
export const RATIO_JUDGED_FROM_BYTES = 16 * 1024 * 1024;
