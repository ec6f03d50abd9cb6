// Builds tar archives byte by byte for tests, valid ones and every kind of invalid one. It is independent of
// the test runner, so that other packages can use it.
import { gzipSync } from 'node:zlib';

const BLOCK_BYTES = 512;

/** The fields of an entry; a `Uint8Array` is written unchanged. */
export interface RawEntry {
  name?: string | Uint8Array;
  mode?: string | Uint8Array;
  uid?: string | Uint8Array;
  gid?: string | Uint8Array;
  /** The length of the content by default. */
  size?: number | Uint8Array;
  mtime?: string | Uint8Array;
  typeflag?: string;
  linkname?: string;
  /** The format, which determines magic and version. */
  format?: 'ustar' | 'gnu' | 'v7' | Uint8Array;
  prefix?: string | Uint8Array;
  /** Correct by default. */
  checksum?: string | Uint8Array;
  /** Bytes that overwrite the header at the end, by offset; the checksum includes them. */
  patches?: Readonly<Record<number, Uint8Array>>;
  content?: string | Uint8Array;
}

const MAGICS = { ustar: 'ustar\x0000', gnu: 'ustar  \0', v7: '' };

/** One header block. */
export function tarHeader(entry: RawEntry): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const put = (value: string | Uint8Array, offset: number) => block.set(Buffer.from(value), offset);
  const { format = 'ustar', size = Buffer.byteLength(entry.content ?? '') } = entry;
  put(entry.name ?? 'file.txt', 0);
  put(entry.mode ?? '0000644\0', 100);
  put(entry.uid ?? '0000000\0', 108);
  put(entry.gid ?? '0000000\0', 116);
  put(typeof size === 'number' ? octal(size) : size, 124);
  put(entry.mtime ?? octal(0), 136);
  put('        ', 148);
  put(entry.typeflag ?? '0', 156);
  put(entry.linkname ?? '', 157);
  put(typeof format === 'string' ? Buffer.from(MAGICS[format], 'latin1') : format, 257);
  put(entry.prefix ?? '', 345);
  for (const [offset, bytes] of Object.entries(entry.patches ?? {})) block.set(bytes, Number(offset));
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(entry.checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A header with its content, padded to whole blocks. */
export function tarEntry(entry: RawEntry): Buffer {
  return Buffer.concat([tarHeader(entry), padded(Buffer.from(entry.content ?? ''))]);
}

/** A file at the root of a small archive. */
export function tarFile(name: string, content: string | Uint8Array = 'content'): Buffer {
  return tarEntry({ name, content });
}

/** A folder entry. */
export function tarFolder(name: string): Buffer {
  return tarEntry({ name, typeflag: '5', mode: '0000755\0' });
}

/** A pax header for the next entry (`x`), or for all that follow (`g`). */
export function paxHeader(
  records: readonly (readonly [string, string | Uint8Array])[],
  typeflag = 'x',
): Buffer {
  const content = Buffer.concat(records.map(([keyword, value]) => paxRecord(keyword, value)));
  return tarEntry({ name: 'PaxHeader', typeflag, content });
}

/** One pax record with its correct length. */
export function paxRecord(keyword: string, value: string | Uint8Array): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${keyword}=`), Buffer.from(value), Buffer.from('\n')]);
  let length = rest.length;
  while (length !== String(length).length + rest.length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** A GNU long name for the next entry. */
export function gnuLongName(path: string | Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(path), Buffer.alloc(1)]);
  return tarEntry({ name: '././@LongLink', typeflag: 'L', format: 'gnu', content });
}

/** A size field in the base-256 form of GNU tar. */
export function base256(value: bigint): Buffer {
  const field = Buffer.alloc(12);
  field.writeBigUInt64BE(value, 4);
  field[0] = 0x80;
  return field;
}

/** A field of eleven octal digits and a NUL. */
export function octal(value: number): string {
  return `${value.toString(8).padStart(11, '0')}\0`;
}

/** The two blocks of zeros at the end of an archive. */
export function endOfArchive(): Buffer {
  return Buffer.alloc(2 * BLOCK_BYTES);
}

/** A whole archive of these parts. */
export function buildTar(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...parts, endOfArchive()]);
}

/** A whole .tar.gz of these parts. */
export function buildTarball(...parts: readonly Uint8Array[]): Buffer {
  return gzipSync(buildTar(...parts));
}

/** A whole .tar.gz with one file for each path. */
export function buildTarballOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return buildTarball(...Object.entries(files).map(([name, content]) => tarFile(name, content)));
}

function padded(content: Buffer): Buffer {
  const padding = (BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES;
  return Buffer.concat([content, Buffer.alloc(padding)]);
}
