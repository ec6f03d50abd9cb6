/** Entries of the log, by index: a bit for each, so that millions take little memory. */
export interface EntrySet {
  /** An index behind the log is ignored. */
  add(index: number): void;
  has(index: number): boolean;
}

/** @param size - of the log, in entries */
export function createEntrySet(size: number): EntrySet {
  // Bits outside of the array are not stored, and read as 0.
  const bits = new Uint8Array(Math.ceil(size / 8));
  return {
    add(index) {
      const at = Math.floor(index / 8);
      bits[at] = (bits[at] ?? 0) | (1 << (index % 8));
    },
    has: (index) => ((bits[Math.floor(index / 8)] ?? 0) & (1 << (index % 8))) !== 0,
  };
}
