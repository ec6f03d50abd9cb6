// Reads what an executable is: for which platform, and whether it contains a program.
import { readFileSync } from 'node:fs';
import { readElf } from './formats/elf.ts';
import { readMachO } from './formats/mach-o.ts';
import { readPe } from './formats/pe.ts';
import type { ProgramParts } from './formats/program-parts.ts';

// Node.js looks for a program only if the character after it is 1. In two parts: this text must not be in a bundle.
const FUSE = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2:1'].join('_');
// The first bytes of the files of a program (Node.js 26, src/node_sea.cc).
const BLOB_MAGIC = 0x0143da20;

/** What an executable is. */
export interface ProgramFormat {
  /** Format and processor, such as `ELF x64`. */
  readonly format: string;
  /** The size of the files of the program, in bytes; 0 without a program. */
  readonly blobBytes: number;
  /** Whether Node.js starts the program. */
  readonly isFuseSet: boolean;
}

/** Reads an executable. @throws Error if it is none, or is cut off */
export function readProgramFormat(file: string): ProgramFormat {
  const bytes = readFileSync(file);
  const { format, blob } = readParts(file, bytes);
  const isComplete = blob !== undefined && blob.length > 4 && blob.readUInt32LE(0) === BLOB_MAGIC;
  return { format, blobBytes: isComplete ? blob.length : 0, isFuseSet: bytes.includes(FUSE) };
}

function readParts(file: string, bytes: Buffer): ProgramParts {
  const magic = bytes.toString('hex', 0, 4);
  try {
    if (magic === '7f454c46') return readElf(bytes);
    if (magic === 'cffaedfe') return readMachO(bytes);
    if (magic.startsWith('4d5a')) return readPe(bytes);
  } catch (error) {
    throw new Error(`${file} is not a complete executable`, { cause: error });
  }
  throw new Error(`${file} is not an executable: it starts with the bytes ${magic}`);
}
