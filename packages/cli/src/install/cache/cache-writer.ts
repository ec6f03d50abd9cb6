// Stores files in the cache: each is written under a name of its own and renamed when it is whole, so that no reader ever sees a
// part. Calls block, as those that unpack the same bytes do. Nothing is synced: readers verify what they read.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A temporary file this old belongs to nobody: no download takes a day. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** A file that is being stored; disposing of it drops what was not kept. */
export interface CacheEntry extends Disposable {
  write(chunk: Uint8Array): void;
  /** Puts the file in place. */
  keep(): void;
}

/** Writes below a folder. No method of it or of its entries throws. */
export class CacheWriter {
  readonly #incoming: string;
  readonly #warnOnce: (error: unknown) => void;
  #isTidy = false;

  constructor(folder: string, onWarning: ((text: string) => void) | undefined) {
    this.#incoming = join(folder, 'incoming');
    let isTold = false;
    this.#warnOnce = (error) => {
      if (!isTold) onWarning?.(explain(folder, error));
      isTold = true;
    };
  }

  /** Begins a file for the path, which is below the folder. */
  begin(path: string): CacheEntry {
    const temporaryPath = join(this.#incoming, `${process.pid}-${randomBytes(8).toString('hex')}`);
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
      mkdirSync(this.#incoming, { recursive: true });
      removeAbandoned(this.#incoming);
    }
    this.#isTidy = true;
    return openSync(temporaryPath, 'wx');
  }
}

function place(temporaryPath: string, path: string): void {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true });
  try {
    renameSync(temporaryPath, path);
  } catch (error) {
    // Another process stored the same bytes, and somebody reads them: Windows does not replace an open file.
    if (!existsSync(path)) throw error;
    rmSync(temporaryPath, { force: true });
  }
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modifiedMs > ABANDONED_AFTER_MS) rmSync(path, { recursive: true, force: true });
  }
}

function explain(folder: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `nothing is kept in the cache ${folder} for the next time: ${reason}`;
}
