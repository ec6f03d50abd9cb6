// Where an export is written to: a file that is there whole or not at all, or standard output.

import { randomBytes } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '@prime-registry/blobs/file-system';
import { UsageError } from '@prime-registry/command-line';

/** Takes bytes. */
export interface ExportTarget {
  /** Resolves when the bytes are the caller's again. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes all of it durable and visible. */
  finish(): Promise<void>;
  /** Throws it away. Does nothing after {@link finish}. */
  discard(): Promise<void>;
}

/** Opens a target; `-` is standard output. @throws UsageError when there is something already, or a terminal */
export async function openExportTarget(path: string): Promise<ExportTarget> {
  if (path !== '-') return openFile(resolve(path));
  if (process.stdout.isTTY)
    throw new UsageError('an export is no text: give a file, or pass standard output on');
  // A failure is told to whoever writes.
  process.stdout.on('error', () => undefined);
  return standardOutput;
}

const standardOutput: ExportTarget = {
  write: (chunk) =>
    new Promise((resolve, reject) => {
      process.stdout.write(chunk, (error) => {
        if (error)
          reject(new Error(`nobody takes the export to its end: ${error.message}`, { cause: error }));
        else resolve();
      });
    }),
  finish: async () => undefined,
  discard: async () => undefined,
};

async function openFile(path: string): Promise<ExportTarget> {
  if (await isThere(path))
    throw new UsageError(`${path} is there already, and nothing is written over; give another name`);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.partial`);
  const file = await explain(path, () => open(draft, 'wx', 0o640));
  let isFinished = false;
  return {
    write: (chunk) => explain(path, () => file.writeFile(chunk)),
    finish: () =>
      explain(path, async () => {
        await file.sync();
        await file.close();
        await rename(draft, path);
        await syncFolder(dirname(path));
        isFinished = true;
      }),
    async discard() {
      if (isFinished) return;
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function explain<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new Error(`the export cannot be written to ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
