// Tiny .tar.gz files, written by hand (POSIX.1-1988 "ustar" headers) so that the suite needs no library.
import { gzipSync } from 'node:zlib';

/** One regular file of an archive. Its path has at most 100 bytes. */
export interface TarFile {
  readonly path: string;
  readonly content: string | Buffer;
}

const BLOCK_BYTES = 512;

/** A gzip-compressed tar of the files, in their order. The bytes depend on nothing else. */
export function packTarball(files: readonly TarFile[]): Buffer {
  const archive = Buffer.concat([...files.map(tarEntry), Buffer.alloc(2 * BLOCK_BYTES)]);
  // Level 0 stores: the content crosses the wire as it is, with its line ends and its half boundaries.
  return gzipSync(archive, { level: 0 });
}

function tarEntry({ path, content }: TarFile): Buffer {
  const data = Buffer.from(content);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(path, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  // The checksum is the sum of the header's bytes with its own field taken as eight spaces.
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((BLOCK_BYTES - (data.length % BLOCK_BYTES)) % BLOCK_BYTES);
  return Buffer.concat([header, data, padding]);
}
