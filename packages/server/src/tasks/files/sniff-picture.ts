// Recognises pictures by what they contain, never by their names, and reads their sizes: a picture of a few bytes can
// unpack to gigabytes in a browser.
import { findSvgSize, type Size } from './svg-size.ts';

/** A picture that pages show. */
export interface Picture {
  /** For Content-Type. */
  readonly type: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** How much of a file is enough, in bytes: a JPEG may begin with a profile and a small picture of itself. */
export const SNIFFED_BYTES = 128 * 1024;

/** Most pixels of a picture: 64 MiB in a browser. */
const MAX_PIXELS = 2 ** 24;
const MAX_SIDE = 16_384;

const FORMATS: readonly (readonly [type: string, find: (bytes: Buffer) => Size | undefined])[] = [
  ['image/png', findPngSize],
  ['image/jpeg', findJpegSize],
  ['image/gif', findGifSize],
  ['image/webp', findWebpSize],
];

/**
 * The picture that a file is, by its first {@link SNIFFED_BYTES}; undefined if it is none of the formats that all
 * browsers show, or too large.
 */
export function sniffPicture(head: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFFED_BYTES));
  for (const [type, find] of FORMATS) {
    const [width, height] = find(bytes) ?? [0, 0];
    if (width === 0 || height === 0) continue;
    const isTooLarge = Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;
    return isTooLarge ? undefined : { type, width, height };
  }
  const size = findSvgSize(bytes);
  // Whatever encoding an SVG states, it is read as it was judged.
  return size && { type: 'image/svg+xml; charset=utf-8', width: size[0], height: size[1] };
}

/** Whether a file may be a picture, by its first byte. */
export function mayBePicture(first: number | undefined): boolean {
  return first !== undefined && FIRST_BYTES.includes(first);
}

/** Of the formats in their order, and of an SVG: `<`, a byte order mark, white space. */
const FIRST_BYTES = [0x89, 0xff, 0x47, 0x52, 0x3c, 0xef, 0x20, 0x09, 0x0a, 0x0d];

function findPngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 16) !== '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR')
    return undefined;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** The first frame may be larger than the picture says; then browsers make the picture larger. */
function findGifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes[at] === 0x21) {
    at += 2;
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  if (bytes[at] !== 0x2c || bytes.length < at + 9) return undefined;
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5);
  const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7);
  return [Math.max(width, right), Math.max(height, bottom)];
}

/** The frame header is behind segments of known lengths. */
function findJpegSize(bytes: Buffer): Size | undefined {
  if (bytes.toString('latin1', 0, 3) !== '\xff\xd8\xff') return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function findWebpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || !/^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))) return undefined;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)];
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
  }
  return form === 'VP8 ' ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff] : undefined;
}
