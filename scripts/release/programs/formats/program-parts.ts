// What the readers of the three formats of executables find.

/** The name under which Node.js looks for the files of a program. */
export const BLOB_NAME = 'NODE_SEA_BLOB';

/** The parts of an executable that matter to a program in one file. */
export interface ProgramParts {
  /** Format and processor, such as `ELF x64`. */
  readonly format: string;
  /** The files of the program, as Node.js packs them; undefined if there are none. */
  readonly blob: Buffer | undefined;
}

/** The bytes of a part. @throws RangeError if the file ends before them */
export function cut(bytes: Buffer, offset: number, length: number): Buffer {
  if (offset + length > bytes.length) throw new RangeError(`the file ends before byte ${offset + length}`);
  return bytes.subarray(offset, offset + length);
}
