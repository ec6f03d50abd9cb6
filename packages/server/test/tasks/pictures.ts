// Pictures with only what tells their format and size.

/** A PNG up to the end of its first chunk. */
export function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(
    '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\0\0\0\0\0\x08\x06\0\0\0\0\0\0\0',
    'latin1',
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A GIF with one frame, of its own size. */
export function gifOf(width: number, height: number, frameWidth = width): Buffer {
  const bytes = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\0\0\0\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\0\0\0\0\0',
    'latin1',
  );
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  bytes.writeUInt16LE(frameWidth, 32);
  bytes.writeUInt16LE(height, 34);
  return bytes;
}

/** A JPEG with a profile in front of its frame. */
export function jpegOf(width: number, height: number, profileBytes = 100): Buffer {
  const start = Buffer.from('\xff\xd8\xff\xe2\0\0', 'latin1');
  start.writeUInt16BE(profileBytes + 2, 4);
  const frame = Buffer.from('\xff\xff\xc2\0\x11\x08\0\0\0\0\x03\x01', 'latin1');
  frame.writeUInt16BE(height, 6);
  frame.writeUInt16BE(width, 8);
  return Buffer.concat([start, Buffer.alloc(profileBytes, 0xc0), frame]);
}

/** A WebP of one of its three forms. */
export function webpOf(form: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.from(`RIFF\x1a\0\0\0WEBP${form}`.padEnd(32, '\0'), 'latin1');
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (form === 'VP8L') {
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}
