// Reads a file of a project, which may be anything: a checkout brings links, and whoever wrote it may mean harm.
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { ValidationError } from '../errors/validation-error.ts';

/** Does not wait for the other end of a pipe. Windows has no such flag, and no such files. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file of at most `maxBytes`; undefined when there is none. A link to a regular file is followed: it is only
 * read. Without a mark at its beginning that tells the order of bytes.
 * @throws ValidationError for what is no regular file, is larger, or is not UTF-8
 */
export async function readProjectFile(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    // Before it is opened, which is an order of its own for some devices.
    requireFile(path, await stat(path));
    await using file = await open(path, FLAGS);
    // It may be another one by now.
    requireFile(path, await file.stat());
    return decode(path, await readAtMost(path, file, maxBytes));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function requireFile(path: string, stats: { isFile(): boolean }): void {
  if (!stats.isFile()) throw new ValidationError(`${path} is not a regular file`);
}

/** Whatever the size of the file is said to be: those of the system have none, and may have no end. */
async function readAtMost(path: string, file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const { size } = await file.stat();
  let sizeBytes = size > maxBytes ? size : 0;
  while (sizeBytes <= maxBytes) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(Math.max(size, 4096), maxBytes) + 1));
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
  throw new ValidationError(`${path} has ${sizeBytes} bytes; at most ${maxBytes} are read`);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 is mostly valid UTF-8, with a NUL for every other byte.
    if (text.includes('\0')) throw new TypeError('there is a NUL in it');
    return text;
  } catch (error) {
    const message = `${path} is not valid UTF-8; save it as UTF-8, or restore it from version control`;
    throw new ValidationError(message, [], { cause: error });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
