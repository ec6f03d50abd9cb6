// Commits large transactions without holding this thread for long. SQLite does three things in a commit: it
// writes the last pages to the write-ahead log, syncs the log, and, if the log is long, copies it into the file
// (a checkpoint). Here, most of the log is synced before, and a worker thread copies it.
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** The default of SQLite (sqlite.org/pragma.html, wal_autocheckpoint). */
const CHECKPOINT_PAGES = 1000;
const MAX_HEAP_MIB = 16;

export class LargeCommits {
  readonly #file: string;
  readonly #database: DatabaseSync;
  /** Those that have not ended. */
  readonly #threads = new Set<Worker>();

  /** @param database - the connection to `file` whose transactions are committed */
  constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
  }

  /** @param commit - commits the transaction */
  async run(commit: () => void): Promise<void> {
    const [thread] = await Promise.all([this.#startThread(), syncFile(`${this.#file}-wal`)]);
    if (thread === undefined) {
      commit();
      return;
    }
    this.#checkpointAfter(0);
    try {
      commit();
    } finally {
      // At once: otherwise the next commit of another process might copy everything.
      thread.postMessage('committed');
    }
  }

  /** Waits for checkpoints under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => once(thread, 'exit')));
  }

  /** @returns a thread that is ready; undefined if there is none, such as without memory */
  async #startThread(): Promise<Worker | undefined> {
    try {
      const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
        workerData: this.#file,
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      });
      this.#threads.add(thread);
      // A checkpoint that fails is made up for by a later one.
      thread.on('error', () => undefined);
      thread.once('exit', () => this.#onExit(thread));
      await Promise.race([once(thread, 'message'), once(thread, 'exit')]);
      return this.#threads.has(thread) ? thread : undefined;
    } catch {
      return undefined;
    }
  }

  #onExit(thread: Worker): void {
    this.#threads.delete(thread);
    if (this.#threads.size === 0) this.#checkpointAfter(CHECKPOINT_PAGES);
  }

  #checkpointAfter(pages: number): void {
    if (this.#database.isOpen) this.#database.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}

/** Syncs a file that another descriptor writes to. An error is found again by the commit. */
async function syncFile(path: string): Promise<void> {
  try {
    await using file = await open(path, 'r+');
    await file.datasync();
  } catch {
    // The commit syncs it as well.
  }
}
