// The data types of the SSH protocols (RFC 4251, section 5), written.

/** `uint32`: 0 to 2^32 - 1. */
function wireUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `string`: its length, then its bytes; text as UTF-8. */
export function wireString(value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([wireUint32(bytes.length), bytes]);
}
