// Writes the headers of one packed file, the same on every machine: they do not contain who packed it, when
// or where.
import { BLOCK_BYTES, countPaddingBytes } from './block.ts';
import { MAX_OCTAL_SIZE_BYTES } from './number-field.ts';

const NAME_BYTES = 100;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** 1980-01-01, in seconds: the earliest time in zip files, and unproblematic for every tar program. */
const MODIFIED_AT_SECONDS = 315_532_800;

/**
 * The blocks before the contents of a file: a ustar header, and in front of it a pax header if ustar cannot
 * hold the path or the size, or would leave the character set of the path undefined.
 */
export function encodeFileHeader(path: string, sizeBytes: number): Buffer {
  const fitsPath = path.length <= NAME_BYTES && PRINTABLE_ASCII.test(path);
  const fitsSize = sizeBytes <= MAX_OCTAL_SIZE_BYTES;
  if (fitsPath && fitsSize) return encodeUstar(path, sizeBytes, '0');
  const record = Buffer.concat([
    fitsPath ? Buffer.alloc(0) : encodePaxRecord('path', path),
    fitsSize ? Buffer.alloc(0) : encodePaxRecord('size', String(sizeBytes)),
  ]);
  // The short name is only for programs without pax support.
  const shortName = path.replace(/[^\x20-\x7e]/g, '_').slice(-NAME_BYTES);
  return Buffer.concat([
    encodeUstar('PaxHeader', record.length, 'x'),
    record,
    Buffer.alloc(countPaddingBytes(record.length)),
    encodeUstar(shortName, fitsSize ? sizeBytes : 0, '0'),
  ]);
}

function encodeUstar(name: string, sizeBytes: number, typeflag: string): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0, NAME_BYTES, 'latin1');
  writeOctal(block, 0o644, 100, 8);
  writeOctal(block, 0, 108, 8);
  writeOctal(block, 0, 116, 8);
  writeOctal(block, sizeBytes, 124, 12);
  writeOctal(block, MODIFIED_AT_SECONDS, 136, 12);
  block.fill(' ', 148, 156);
  block.write(typeflag, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  writeOctal(block, 0, 329, 8);
  writeOctal(block, 0, 337, 8);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  writeOctal(block, checksum, 148, 7);
  return block;
}

/** Octal digits up to the field's last byte, which is a NUL. */
function writeOctal(block: Buffer, value: number, start: number, fieldBytes: number): void {
  const digits = fieldBytes - 1;
  block.write(value.toString(8).padStart(digits, '0'), start, digits, 'latin1');
  block[start + digits] = 0;
}

/** A record that starts with its own length, including the digits of that length. */
function encodePaxRecord(keyword: string, value: string): Buffer {
  const text = ` ${keyword}=${value}\n`;
  const textBytes = Buffer.byteLength(text);
  let length = textBytes + 1;
  while (textBytes + String(length).length !== length) length = textBytes + String(length).length;
  return Buffer.from(`${length}${text}`);
}
