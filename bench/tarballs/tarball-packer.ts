// Makes many different tarballs so fast that it does not affect the measurement: all share a compressed tail,
// and only their first file, the manifest, is new.
import { crc32, deflateRawSync } from 'node:zlib';
import { encodeTarHeader, TAR_END, tarPadding } from './tar-header.ts';

/** The gzip header (RFC 1952, section 2.3.1) without name, time and system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const MAX_STORED_BYTES = 0xffff;

/** Makes a .tar.gz that begins with this file. */
export type TarballPacker = (path: string, text: string) => Buffer;

/**
 * A packer of tarballs that all end with these files.
 * @param level - 0 stores, 9 compresses most
 */
export function createTarballPacker(files: Readonly<Record<string, Buffer>>, level: number): TarballPacker {
  const rest = Buffer.concat([
    ...Object.entries(files).flatMap(([path, content]) => tarEntry(path, content)),
    TAR_END,
  ]);
  const compressedRest = deflateRawSync(rest, { level });
  return (path, text) => {
    const first = Buffer.concat(tarEntry(path, Buffer.from(text)));
    if (first.length > MAX_STORED_BYTES) throw new RangeError(`${path} is too long for one stored block`);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(rest, crc32(first)));
    trailer.writeUInt32LE((first.length + rest.length) % 2 ** 32, 4);
    return Buffer.concat([GZIP_HEADER, storedBlock(first.length), first, compressedRest, trailer]);
  };
}

/** The header of an uncompressed deflate block that is not the last (RFC 1951, section 3.2.4). */
function storedBlock(sizeBytes: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(sizeBytes, 1);
  header.writeUInt16LE(MAX_STORED_BYTES - sizeBytes, 3);
  return header;
}

function tarEntry(path: string, content: Buffer): Buffer[] {
  return [encodeTarHeader(path, content.length), content, tarPadding(content.length)];
}
