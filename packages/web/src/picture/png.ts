// Writes pictures as PNG.
import { crc32, deflateSync } from 'node:zlib';

/** A picture as PNG. @param pixels - red, green, blue and alpha of each, row by row */
export function encodePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, with alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  // Each row is stored as its difference from the row above, which is what rows of the same colour compress best as.
  for (let y = 0; y < height; y += 1) {
    const row = y * (stride + 1);
    rows[row] = 2;
    for (let x = 0; x < stride; x += 1)
      rows[row + 1 + x] = (pixels[y * stride + x] ?? 0) - (y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0));
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A part of a PNG file (PNG, third edition, section 5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(typed, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}
