// Saves a download, verified and complete or not at all: it is written next to the target, then renamed.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../errors/command-error.ts';
import { ignore } from '../errors/expected.ts';
import { codeOf, isMissing } from '../files/file-operations.ts';
import { createTemporaryFolder, createTemporaryPath } from '../files/temporary.ts';
import type { TarballSource } from './tarball-source.ts';

/**
 * Downloads to a file. A file that has these bytes already is left as it is.
 * @returns its size in bytes
 * @throws CommandError for an existing file with other bytes, unless it may be overwritten
 */
export async function saveToFile(
  source: TarballSource,
  path: string,
  { mayOverwrite }: { readonly mayOverwrite: boolean },
): Promise<number> {
  const present = await findSame(path, source.sha256, mayOverwrite);
  if (present !== undefined) return present;
  await using partial = createTemporaryPath(path);
  const sizeBytes = await write(source, partial.path);
  // Checked again: a file may have appeared during the download.
  await findSame(path, source.sha256, mayOverwrite);
  await rename(partial.path, path);
  return sizeBytes;
}

/**
 * Downloads to a stream, which is not ended. Bytes in a pipe cannot be taken back, so everything is verified
 * before the first byte is written.
 * @returns the size in bytes
 */
export async function saveToStream(
  source: TarballSource,
  stream: Writable,
  signal: AbortSignal,
): Promise<number> {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'tarball');
  const sizeBytes = await write(source, path);
  // A reader that closes the pipe early, such as `head`, is not an error.
  const isClosed = (error: unknown): boolean => codeOf(error) === 'EPIPE';
  await pipeline(createReadStream(path), stream, { signal, end: false }).catch(ignore(isClosed));
  return sizeBytes;
}

async function write(source: TarballSource, path: string): Promise<number> {
  await using file = await open(path, 'wx');
  let sizeBytes = 0;
  for await (const chunk of await source.open()) {
    await writeWhole(file, chunk);
    sizeBytes += chunk.length;
  }
  return sizeBytes;
}

/** A single write may be partial when the disk is nearly full. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    offset += (await file.write(chunk, offset)).bytesWritten;
  }
}

/** The size of the file if it has these bytes; undefined if a new file may be written. */
async function findSame(path: string, sha256: string, mayOverwrite: boolean): Promise<number | undefined> {
  const found = await stat(path).catch(ignore(isMissing));
  if (found === undefined) return undefined;
  if (!found.isFile())
    throw new CommandError(`${path} exists already and is not a file`, { hint: NAME_ANOTHER });
  if ((await digestOf(path)) === sha256) return found.size;
  if (mayOverwrite) return undefined;
  throw new CommandError(`${path} exists already, with other contents`, {
    hint: `${NAME_ANOTHER}, or overwrite it with --force`,
  });
}

const NAME_ANOTHER = 'name another file with --out';

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
