// Writes the tar format of layers and of the archive: ustar with pax headers, with owners, modes and links. The bytes
// depend on nothing else than the entries: all times are zero.
import type { ImageEntry } from './image-entry.ts';

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const END = Buffer.alloc(2 * BLOCK_BYTES);
const TYPES = { file: '0', link: '2', folder: '5' } as const;

/** The chunks of a tar archive with these entries, in this order. */
export function* writeTar(entries: Iterable<ImageEntry>): Generator<Uint8Array> {
  for (const entry of entries) {
    yield encodeHeader(entry);
    const content = entry.content ?? Buffer.alloc(0);
    yield content;
    yield padding(content.length);
  }
  yield END;
}

/** The header of a file whose content follows by other means. */
export function encodeHeader(entry: ImageEntry, sizeBytes = entry.content?.length ?? 0): Buffer {
  const name = entry.kind === 'folder' ? `${entry.path}/` : entry.path;
  const target = entry.target ?? '';
  const records = [
    ...(Buffer.byteLength(name) > NAME_BYTES ? [paxRecord('path', name)] : []),
    ...(Buffer.byteLength(target) > NAME_BYTES ? [paxRecord('linkpath', target)] : []),
  ];
  const own = encodeBlock(entry, name, target, sizeBytes, TYPES[entry.kind]);
  if (records.length === 0) return own;
  const pax = Buffer.from(records.join(''));
  const header = encodeBlock({ ...entry, mode: 0o644 }, 'PaxHeader', '', pax.length, 'x');
  return Buffer.concat([header, pax, padding(pax.length), own]);
}

/** The zeros between a content and the next block. */
export function padding(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}

function encodeBlock(
  entry: ImageEntry,
  name: string,
  target: string,
  sizeBytes: number,
  type: string,
): Buffer {
  if (sizeBytes >= 8 ** 11) throw new Error(`${entry.path} is too large for a layer`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0, NAME_BYTES);
  writeOctal(block, entry.mode, 100, 8);
  writeOctal(block, entry.owner ?? 0, 108, 8);
  writeOctal(block, entry.owner ?? 0, 116, 8);
  writeOctal(block, sizeBytes, 124, 12);
  writeOctal(block, 0, 136, 12);
  block.fill(' ', 148, 156);
  block.write(type, 156);
  block.write(target, 157, NAME_BYTES);
  block.write('ustar\x0000', 257, 'latin1');
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  writeOctal(block, checksum, 148, 7);
  return block;
}

/** Octal digits up to the last byte of the field, which is a NUL. */
function writeOctal(block: Buffer, value: number, start: number, fieldBytes: number): void {
  block.write(`${value.toString(8).padStart(fieldBytes - 1, '0')}\0`, start, fieldBytes, 'latin1');
}

/** A record that starts with its own length, including the digits of that length. */
function paxRecord(keyword: string, value: string): string {
  const text = ` ${keyword}=${value}\n`;
  const textBytes = Buffer.byteLength(text);
  let length = textBytes + 1;
  while (textBytes + String(length).length !== length) length = textBytes + String(length).length;
  return `${length}${text}`;
}
