// Brings the versions from before the log into it, in small transactions while the server serves; afterwards those that
// came without an entry, as from an older replica during an upgrade. Every process does so, and the store lets one at a
// time: what one has brought in is done for all.
import { setTimeout as delay } from 'node:timers/promises';
import type { BackfillProgress, LogStore } from '@prime-registry/store';

export interface BackfillDeps {
  readonly store: Pick<LogStore, 'backfillLog' | 'findBackfillProgress' | 'logUnlogged'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when a batch fails, once until one succeeds: it is tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the last version is in, by the process that has found it so after a batch of its own. */
  readonly onDone: (progress: BackfillProgress) => void;
  /** Called when versions without an entry were brought in. */
  readonly onUnlogged: (versions: number) => void;
  /** How often to look for them, in milliseconds. */
  readonly lookEveryMs: number;
}

/** Versions of a transaction: together they bound how long other writers, and with SQLite all requests, wait. */
const BATCH = 200;
/** Between two transactions, for waiting writers. */
const PAUSE_MS = 20;
/** Doubles with each failure, up to {@link MAX_RETRY_MS}. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

export class Backfill {
  readonly #deps: BackfillDeps;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: BackfillDeps) {
    this.#deps = deps;
  }

  /** Begins. Call it once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Stops, and waits for the batch under way. The next start goes on. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#bringAll(signal);
        await this.#bringUnlogged(signal);
        failures = 0;
        await pause(this.#deps.lookEveryMs, signal);
      } catch (error) {
        if (failures === 0) this.#deps.onFailure(error);
        await pause(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures), signal);
        failures += 1;
      }
    }
  }

  /** Brings in all versions that came without an entry. */
  async #bringUnlogged(signal: AbortSignal): Promise<void> {
    const { store, now, onUnlogged } = this.#deps;
    let versions = 0;
    for (let added = 1; added > 0 && !signal.aborted; versions += added) {
      added = await store.logUnlogged(BATCH, now());
      if (added > 0) await pause(PAUSE_MS, signal);
    }
    if (versions > 0) onUnlogged(versions);
  }

  /** Brings in all versions that are left; stops between two batches if the signal says so. */
  async #bringAll(signal: AbortSignal): Promise<void> {
    const { store, now, onDone } = this.#deps;
    let progress = await store.findBackfillProgress();
    // Usually there is nothing to do, and nothing to say.
    if (isDone(progress)) return;
    while (!isDone(progress) && !signal.aborted) {
      progress = await store.backfillLog(BATCH, now());
      await pause(PAUSE_MS, signal);
    }
    if (isDone(progress)) onDone(progress);
  }
}

function isDone({ done, of }: BackfillProgress): boolean {
  return done >= of;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
