// The target of an export: standard output, or a file that appears only when it is complete.

import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isAbandoned, isUploadFileName, uploadFileName } from '@prime-registry/blobs';
import { syncFolder } from '@prime-registry/blobs/file-system';
import { UsageError } from '@prime-registry/command-line';
import type { CommandHost } from '../command-host.ts';
import { OutputClosedError } from '../output.ts';

/** Takes the bytes of an export. */
export interface ExportTarget {
  /** Resolves when the caller may reuse the chunk. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes everything durable and visible. */
  finish(): Promise<void>;
  /** Discards everything. Does nothing after {@link finish}. */
  discard(): Promise<void>;
}

/**
 * Opens a target; `-` is standard output.
 * @throws UsageError if the file exists, or standard output is a terminal
 */
export async function openExportTarget(host: CommandHost, path: string): Promise<ExportTarget> {
  if (path !== '-') return openFile(resolve(path));
  if (host.stdout.isTTY)
    throw new UsageError('an export is binary: give a file, or redirect standard output');
  return standardOutput(host);
}

const standardOutput = ({ stdout }: CommandHost): ExportTarget => ({
  write: (chunk) =>
    new Promise((resolve, reject) => {
      stdout.write(chunk, (error: NodeJS.ErrnoException | null | undefined) => {
        if (!error) resolve();
        else if (error.code === 'EPIPE')
          reject(
            new Error(`the reader closed standard output before the end: ${error.message}`, { cause: error }),
          );
        else reject(new OutputClosedError('standard output cannot be written', { cause: error }));
      });
    }),
  finish: async () => undefined,
  discard: async () => undefined,
});

async function openFile(path: string): Promise<ExportTarget> {
  await requireFree(path);
  await removeDrafts(path);
  const draft = join(dirname(path), `${draftPrefix(path)}${uploadFileName()}${DRAFT_ENDING}`);
  const file = await explain(path, () => open(draft, 'wx', 0o640));
  let isFinished = false;
  return {
    write: (chunk) => explain(path, () => file.writeFile(chunk)),
    finish: () =>
      explain(path, async () => {
        await file.sync();
        await file.close();
        // Another export may have been faster.
        await requireFree(path);
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

/** @throws UsageError if there is a file, or a link, also to nowhere: the export would take its place */
async function requireFree(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined)
    throw new UsageError(`${path} already exists and is not overwritten; give another name`);
}

const DRAFT_ENDING = '.partial';

function draftPrefix(path: string): string {
  return `.${basename(path)}.`;
}

/** Removes what exports to the same file left that were killed: it is as large as they are, and hidden. */
async function removeDrafts(path: string): Promise<void> {
  const [folder, prefix] = [dirname(path), draftPrefix(path)];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !name.endsWith(DRAFT_ENDING)) continue;
    const draft = name.slice(prefix.length, -DRAFT_ENDING.length);
    if (isUploadFileName(draft) && (await isAbandoned(join(folder, name), draft)))
      await rm(join(folder, name), { force: true });
  }
}

async function explain<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new Error(`the export cannot be written to ${path}: ${(error as Error).message}`, { cause: error });
  }
}
