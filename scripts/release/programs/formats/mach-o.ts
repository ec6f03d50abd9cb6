// Where a Mach-O file contains the files of its program: in a section of its own (Apple, <mach-o/loader.h>).
import { BLOB_NAME, cut, type ProgramParts } from './program-parts.ts';

const PROCESSORS = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);
const HEADER_BYTES = 32;
const SEGMENT_BYTES = 72;
const SECTION_BYTES = 80;

/** Numbers of load commands. */
export const LC_SEGMENT_64 = 0x19;
export const LC_CODE_SIGNATURE = 0x1d;

/** A load command. */
export interface LoadCommand {
  readonly kind: number;
  /** Its offset in the file. */
  readonly at: number;
  readonly bytes: number;
}

/** The load commands of a little-endian file of 64 bits. */
export function listLoadCommands(bytes: Buffer): LoadCommand[] {
  const commands: LoadCommand[] = [];
  let at = HEADER_BYTES;
  for (let index = 0; index < bytes.readUInt32LE(16); index += 1) {
    const command = { kind: bytes.readUInt32LE(at), at, bytes: bytes.readUInt32LE(at + 4) };
    commands.push(command);
    at += command.bytes;
  }
  return commands;
}

/** The segments by name, with the offsets of their load commands. */
export function mapSegments(bytes: Buffer): ReadonlyMap<string, number> {
  const segments = listLoadCommands(bytes).filter(({ kind }) => kind === LC_SEGMENT_64);
  return new Map(segments.map(({ at }) => [readName(bytes, at + 8), at]));
}

/** The offset in the file of the first section: load commands end before it. */
export function findFirstSection(bytes: Buffer): number {
  const text = mapSegments(bytes).get('__TEXT');
  if (text === undefined) throw new Error('the executable has no segment __TEXT');
  return bytes.readUInt32LE(text + SEGMENT_BYTES + 48);
}

/** Reads a little-endian Mach-O file of 64 bits. */
export function readMachO(bytes: Buffer): ProgramParts {
  const processor = bytes.readUInt32LE(4);
  const format = `Mach-O ${PROCESSORS.get(processor) ?? processor}`;
  const segment = mapSegments(bytes).get('NODE_SEA');
  if (segment === undefined) return { format, blob: undefined };
  for (let index = 0; index < bytes.readUInt32LE(segment + 64); index += 1) {
    const section = segment + SEGMENT_BYTES + index * SECTION_BYTES;
    if (!readName(bytes, section).endsWith(BLOB_NAME)) continue;
    const offset = bytes.readUInt32LE(section + 48);
    return { format, blob: cut(bytes, offset, Number(bytes.readBigUInt64LE(section + 40))) };
  }
  return { format, blob: undefined };
}

/** A name fills 16 bytes, the rest of them zero. */
function readName(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 16).replace(/\0.*$/s, '');
}
