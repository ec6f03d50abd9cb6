// Where an ELF file contains the files of its program: in a note (System V ABI, "Note Section").
import { BLOB_NAME, cut, type ProgramParts } from './program-parts.ts';

const MACHINES = new Map([
  [62, 'x64'],
  [183, 'arm64'],
]);
const PT_NOTE = 4;

/** Reads a little-endian ELF file of 64 bits. */
export function readElf(bytes: Buffer): ProgramParts {
  const machine = bytes.readUInt16LE(18);
  const headers = Number(bytes.readBigUInt64LE(32));
  const headerBytes = bytes.readUInt16LE(54);
  let blob: Buffer | undefined;
  for (let index = 0; index < bytes.readUInt16LE(56); index += 1) {
    const at = headers + index * headerBytes;
    if (bytes.readUInt32LE(at) !== PT_NOTE) continue;
    const offset = Number(bytes.readBigUInt64LE(at + 8));
    blob ??= findNote(cut(bytes, offset, Number(bytes.readBigUInt64LE(at + 32))));
  }
  return { format: `ELF ${MACHINES.get(machine) ?? machine}`, blob };
}

function findNote(notes: Buffer): Buffer | undefined {
  for (let at = 0; at + 12 <= notes.length; ) {
    const nameBytes = notes.readUInt32LE(at);
    const contentBytes = notes.readUInt32LE(at + 4);
    const content = at + 12 + align(nameBytes);
    const name = notes.toString('latin1', at + 12, at + 12 + nameBytes).replace(/\0+$/, '');
    if (name === BLOB_NAME) return cut(notes, content, contentBytes);
    at = content + align(contentBytes);
  }
  return undefined;
}

function align(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
