// Reads an untrusted file of a project: it may be a link, a device or a pipe, or have any size.
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { unless } from '../errors/expected.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isAbsent } from './file-operations.ts';

/** Does not wait for the other end of a named pipe. Windows has neither the flag nor the files. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file of at most `maxBytes`, without a byte order mark; undefined if there is none. A link to
 * a regular file is followed, because the file is only read.
 * @throws ValidationError if it is not a regular file, is larger, or is not UTF-8
 */
export async function readProjectFile(path: string, maxBytes: number): Promise<string | undefined> {
  const bytes = await readProjectBytes(path, maxBytes);
  return bytes && decode(path, bytes);
}

/** The bytes of a file, by the same rules. @throws ValidationError if it is not a regular file, or is larger */
export async function readProjectBytes(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  return unless(isAbsent, () => {
    // Checked before opening, because opening a device may have effects.
    requireFile(path, statSync(path));
    const file = openSync(path, FLAGS);
    try {
      // Checked again: it may have been replaced in the meantime.
      const stats = fstatSync(file);
      requireFile(path, stats);
      return readAtMost(path, { file, size: stats.size }, maxBytes);
    } finally {
      closeSync(file);
    }
  });
}

function requireFile(path: string, stats: { isFile(): boolean }): void {
  if (!stats.isFile()) throw new ValidationError(`${path} is not a regular file`);
}

/** Does not rely on the reported size: system files report 0 and may be endless. */
function readAtMost(
  path: string,
  { file, size }: { readonly file: number; readonly size: number },
  maxBytes: number,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let sizeBytes = size > maxBytes ? size : 0;
  while (sizeBytes <= maxBytes) {
    const buffer = Buffer.alloc(Math.min(Math.max(size, 4096), maxBytes) + 1);
    const bytesRead = readSync(file, buffer);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
  throw new ValidationError(`${path} has ${sizeBytes} bytes; the maximum is ${maxBytes}`);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 often decodes as UTF-8, with a NUL as every other byte.
    if (text.includes('\0')) throw new TypeError('it contains a NUL');
    return text;
  } catch (error) {
    const message = `${path} is not valid UTF-8; save it as UTF-8, or restore it from version control`;
    throw new ValidationError(message, [], { cause: error });
  }
}
