// Blocks of a tar stream: a header is one block, and contents are padded with zeros to whole blocks.

/** Length of a block in bytes (POSIX pax, "ustar Interchange Format"). */
export const BLOCK_BYTES = 512;

const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Number of padding bytes after contents of this size. */
export function countPaddingBytes(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Whether every byte of a part is zero; for at most one block at a time. */
export function isZero(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
  // Most parts begin with something else. A part of its own would take longer than the comparison.
  return start >= end || (bytes[start] === 0 && ZEROS.compare(bytes, start, end, 0, end - start) === 0);
}
