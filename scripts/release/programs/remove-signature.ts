// Removes the signature of a Windows executable, which does not fit the program that was put into it. Signing tools
// refuse an executable with a damaged signature; without any, they can sign it.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

// Microsoft, "PE Format": offsets in the optional header of PE32+.
const CHECKSUM = 64;
const SIGNATURE = 112 + 4 * 8;
const HEADERS_BYTES = 4096;

/** Removes it in place: its address and size, and the checksum, which only drivers need. */
export function removeSignature(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const headers = Buffer.alloc(HEADERS_BYTES);
    readSync(descriptor, headers, 0, HEADERS_BYTES, 0);
    const optional = headers.readUInt32LE(0x3c) + 24;
    headers.fill(0, optional + CHECKSUM, optional + CHECKSUM + 4);
    headers.fill(0, optional + SIGNATURE, optional + SIGNATURE + 8);
    writeSync(descriptor, headers, 0, HEADERS_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
}
