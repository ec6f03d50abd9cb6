// Blocks of a tar stream: a header is one block, and contents are padded with zeros to whole blocks.

/** Length of a block in bytes (POSIX pax, "ustar Interchange Format"). */
export const BLOCK_BYTES = 512;

const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Number of padding bytes after contents of this size. */
export function countPaddingBytes(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Whether every byte is zero; for at most one block at a time. */
export function isZero(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes, ZEROS.subarray(0, bytes.length)) === 0;
}
