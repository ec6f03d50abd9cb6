// The header, padding and end of tar archives.

const BLOCK_BYTES = 512;

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** A ustar header (POSIX.1-2017, pax, ustar Interchange Format). @param path - at most 100 bytes */
export function encodeTarHeader(path: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly [offset: number, text: string][] = [
    [0, path],
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [124, sizeBytes.toString(8).padStart(11, '0')],
    [136, '00000000000'],
    [148, '        0'], // the checksum, blank while it is summed, and the type: a file
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of fields) block.write(text, offset, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return block;
}

/** The padding of a file's last block. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}
