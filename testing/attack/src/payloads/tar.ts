// Tar archives with chosen headers, which an ordinary packer does not write.
import { gzipSync } from 'node:zlib';

/** A ustar header and its content (POSIX.1-2017, pax, ustar Interchange Format). */
export function tarEntry(path: string, content: Uint8Array, type = '0'): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write('0000644\x000000000\x000000000\0', 100);
  block.write(`${content.length.toString(8).padStart(11, '0')}\x0000000000000\0        ${type}`, 124);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([block, content, padding]);
}

/** Packs entries. */
export function packTar(entries: readonly Uint8Array[]): Buffer {
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}
