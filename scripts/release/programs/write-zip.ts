// Writes a zip file (PKWARE, APPNOTE.TXT 6.3). The same files give the same bytes.
import { writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip file. */
export interface ZipFile {
  /** Its path, with `/`. */
  readonly path: string;
  readonly content: Buffer;
}

const NEEDED_VERSION = 20;
const DEFLATE = 8;
/** The names are UTF-8. */
const UTF_8 = 0x800;

/**
 * Writes a zip file.
 * @param epochSeconds - the time of every file, in seconds since 1970; a zip file has times from 1980
 */
export function writeZip(zip: string, files: readonly ZipFile[], epochSeconds: number): void {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const common = describe(name, content, packed, epochSeconds);
    const local = Buffer.concat([u32(0x04034b50), common, u16(0), name, packed]);
    directory.push(
      u32(0x02014b50),
      ...[u16(NEEDED_VERSION), common, u16(0), u16(0), u16(0), u16(0), u32(0), u32(offset), name],
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = u16(files.length);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(entries.length), u32(offset), u16(0)];
  writeFileSync(zip, Buffer.concat([...parts, entries, ...end]));
}

/** What is the same in a file's header and in the directory, without the length of the extra field. */
function describe(name: Buffer, content: Buffer, packed: Buffer, epochSeconds: number): Buffer {
  const time = new Date(Math.max(epochSeconds, Date.UTC(1980, 0, 1) / 1000) * 1000);
  const seconds = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const days = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return Buffer.concat([
    ...[u16(NEEDED_VERSION), u16(UTF_8), u16(DEFLATE), u16(seconds), u16(days)],
    ...[u32(crc32(content)), u32(packed.length), u32(content.length), u16(name.length)],
  ]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
