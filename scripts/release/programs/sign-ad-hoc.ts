// Signs a program for macOS without a certificate, on any platform ("ad hoc"): macOS on Apple silicon ends a program
// whose signature is damaged. Such a signature names nobody: it contains only digests of the pages of the file.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { findFirstSection, LC_CODE_SIGNATURE, listLoadCommands, mapSegments } from './formats/mach-o.ts';

// Apple, xnu: osfmk/kern/cs_blobs.h
const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const VERSION_WITH_EXECUTABLE_SEGMENT = 0x20400;
const AD_HOC = 0x2;
const SHA_256 = 2;
const MAIN_BINARY = 1n;
const DIRECTORY_BYTES = 88;
const DIGEST_BYTES = 32;
/** Pages of signatures, whatever pages the processor has. */
const PAGE_BYTES = 4096;
const COMMAND_BYTES = 16;
const HEADER_BYTES = 32;

/**
 * Signs an executable in place.
 * @param identifier - the name of the program in its signature
 * @throws Error if it has a signature, or no room for the load command of one
 */
export function signAdHoc(file: string, identifier: string): void {
  const unsigned = readFileSync(file);
  const end = Math.ceil(unsigned.length / 16) * 16;
  const name = Buffer.from(`${identifier}\0`);
  const pages = Math.ceil(end / PAGE_BYTES);
  const directoryBytes = DIRECTORY_BYTES + name.length + pages * DIGEST_BYTES;
  const signatureBytes = Math.ceil((20 + directoryBytes) / 16) * 16;
  const bytes = Buffer.alloc(end + signatureBytes);
  unsigned.copy(bytes);
  addCommand(bytes, end, signatureBytes);

  const text = getSegment(bytes, '__TEXT');
  let at = end;
  const write32 = (...values: readonly number[]): void => {
    for (const value of values) at = bytes.writeUInt32BE(value, at);
  };
  const write64 = (...values: readonly bigint[]): void => {
    for (const value of values) at = bytes.writeBigUInt64BE(value, at);
  };
  // One blob, of the kind 0, after these 20 bytes.
  write32(SUPER_BLOB, 20 + directoryBytes, 1, 0, 20);
  write32(CODE_DIRECTORY, directoryBytes, VERSION_WITH_EXECUTABLE_SEGMENT, AD_HOC);
  write32(DIRECTORY_BYTES + name.length, DIRECTORY_BYTES, 0, pages, end);
  at = bytes.writeUInt8(DIGEST_BYTES, at);
  at = bytes.writeUInt8(SHA_256, at);
  at = bytes.writeUInt8(0, at);
  at = bytes.writeUInt8(Math.log2(PAGE_BYTES), at);
  write32(0, 0, 0, 0);
  write64(0n, bytes.readBigUInt64LE(text + 40), bytes.readBigUInt64LE(text + 48), MAIN_BINARY);
  at += name.copy(bytes, at);
  for (let page = 0; page < end; page += PAGE_BYTES) {
    at += hash(bytes.subarray(page, Math.min(page + PAGE_BYTES, end))).copy(bytes, at);
  }
  writeFileSync(file, bytes);
}

/** Adds the load command of the signature, and the signature to the last segment. */
function addCommand(bytes: Buffer, offset: number, signatureBytes: number): void {
  const commands = listLoadCommands(bytes);
  if (commands.some(({ kind }) => kind === LC_CODE_SIGNATURE)) {
    throw new Error('the executable has a signature already');
  }
  const commandsBytes = bytes.readUInt32LE(20);
  const at = HEADER_BYTES + commandsBytes;
  if (at + COMMAND_BYTES > findFirstSection(bytes)) {
    throw new Error('the executable has no room for the load command of a signature');
  }
  bytes.writeUInt32LE(LC_CODE_SIGNATURE, at);
  bytes.writeUInt32LE(COMMAND_BYTES, at + 4);
  bytes.writeUInt32LE(offset, at + 8);
  bytes.writeUInt32LE(signatureBytes, at + 12);
  bytes.writeUInt32LE(commands.length + 1, 16);
  bytes.writeUInt32LE(commandsBytes + COMMAND_BYTES, 20);
  const linkEdit = getSegment(bytes, '__LINKEDIT');
  const fileBytes = BigInt(bytes.length) - bytes.readBigUInt64LE(linkEdit + 40);
  bytes.writeBigUInt64LE(fileBytes, linkEdit + 48);
  const memoryPage = 0x4000n;
  bytes.writeBigUInt64LE(((fileBytes + memoryPage - 1n) / memoryPage) * memoryPage, linkEdit + 32);
}

function getSegment(bytes: Buffer, name: string): number {
  const segment = mapSegments(bytes).get(name);
  if (segment === undefined) throw new Error(`the executable has no segment ${name}`);
  return segment;
}

function hash(page: Buffer): Buffer {
  return createHash('sha256').update(page).digest();
}
