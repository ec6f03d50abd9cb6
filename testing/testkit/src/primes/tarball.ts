// Small tarballs in memory, for tests.
import { gzipSync } from 'node:zlib';

/** From this size on, the most compact form would take longer than the rest of a test. */
const LARGE_BYTES = 2 ** 18;

/** Contents by path. A path that ends in a slash is a folder. */
export type TarballFiles = Readonly<Record<string, string | Uint8Array>>;

/** Makes a .tar.gz with these files, in this order. @param level of the compression; 0 is none */
export function buildTarball(files: TarballFiles, level?: number): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
    return [header(path, bytes.length), bytes, padding];
  });
  const tar = Buffer.concat([...blocks, Buffer.alloc(1024)]);
  return gzipSync(tar, { level: level ?? (tar.length < LARGE_BYTES ? 6 : 1) });
}

/** A ustar header (POSIX.1-2017, pax, ustar Interchange Format). */
function header(path: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write(path.endsWith('/') ? '0000755\0' : '0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(path.endsWith('/') ? '5' : '0', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
