// Writes files into the cache: first under a unique temporary name, then an atomic rename, so that no reader
// sees a partial file. The calls block, like those that unpack the same bytes. No fsync: readers verify
// digests.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../files/file-operations.ts';
import { makeTemporaryName, removeAbandoned } from './temporary-files.ts';

/** Tarballs and texts of private registries are for this user only, also in a folder that was there before. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A file that is being written. Disposing of it removes the file unless it was kept. */
export interface CacheEntry extends Disposable {
  write(chunk: Uint8Array): void;
  /** Moves the file into place. */
  keep(): void;
}

/** Writes files in a folder. Its methods, and those of its entries, never throw. */
export class CacheWriter {
  readonly #incoming: string;
  readonly #warnOnce: (error: unknown) => void;
  #isTidy = false;

  constructor(folder: string, onWarning: ((text: string) => void) | undefined) {
    this.#incoming = join(folder, 'incoming');
    let isTold = false;
    this.#warnOnce = (error) => {
      if (!isTold) onWarning?.(explainCacheError(folder, error));
      isTold = true;
    };
  }

  /** Starts a file for a path in the folder. */
  begin(path: string): CacheEntry {
    const temporaryPath = join(this.#incoming, makeTemporaryName());
    let file: number | undefined;
    let isDropped = false;

    const drop = (): void => {
      isDropped = true;
      try {
        if (file !== undefined) closeSync(file);
        file = undefined;
        rmSync(temporaryPath, { force: true });
      } catch (error) {
        this.#warnOnce(error);
      }
    };
    const attempt = (action: () => void): void => {
      if (isDropped) return;
      try {
        action();
      } catch (error) {
        this.#warnOnce(error);
        drop();
      }
    };
    return {
      write: (chunk) =>
        attempt(() => {
          file ??= this.#open(temporaryPath);
          writeFileSync(file, chunk);
        }),
      keep: () =>
        attempt(() => {
          file ??= this.#open(temporaryPath);
          closeSync(file);
          file = undefined;
          place(temporaryPath, path);
          isDropped = true;
        }),
      [Symbol.dispose]: () => {
        if (!isDropped) drop();
      },
    };
  }

  #open(temporaryPath: string): number {
    if (!this.#isTidy) {
      mkdirSync(this.#incoming, { recursive: true, mode: FOLDER_MODE });
      removeAbandoned(this.#incoming);
    }
    this.#isTidy = true;
    return openSync(temporaryPath, 'wx', FILE_MODE);
  }
}

function place(temporaryPath: string, path: string): void {
  try {
    try {
      renameSync(temporaryPath, path);
    } catch (error) {
      // Most folders are there already.
      if (codeOf(error) !== 'ENOENT') throw error;
      mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
      renameSync(temporaryPath, path);
    }
  } catch (error) {
    // Another process has stored the same bytes and a reader has them open: Windows does not replace open
    // files.
    if (!existsSync(path)) throw error;
    rmSync(temporaryPath, { force: true });
  }
}

/** Why the cache cannot be written, as a sentence. */
export function explainCacheError(folder: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `the cache ${folder} cannot be written: ${reason}`;
}
