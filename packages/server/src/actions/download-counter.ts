// Counts downloads in memory and adds them to the store at intervals, so that a read costs next to nothing. A
// process that is killed loses the counts that it has not stored.
import type { DownloadStore } from '@prime-registry/store';

/** How long downloads are gathered. Each time they are stored, a commit invalidates the response cache. */
const GATHER_MS = 10_000;
/** Versions of one transaction, so that none delays publishes for long. */
const BATCH = 200;
/** Most versions whose counts are kept while the store cannot take them. */
const MAX_PENDING = 100_000;
const DAY_MS = 86_400_000;

export interface DownloadCounterDeps {
  readonly store: DownloadStore;
  readonly now: () => number;
  /** Called when downloads could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** The day of a time: days since 1970-01-01 in UTC. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** The key of a version in {@link DownloadCounter.count}. */
export function downloadKey(name: string, identity: string): string {
  return `${name} ${identity}`;
}

export class DownloadCounter {
  readonly #deps: DownloadCounterDeps;
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(deps: DownloadCounterDeps) {
    this.#deps = deps;
  }

  /** Counts a download. @param key - of {@link downloadKey} */
  count(key: string): void {
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /**
   * Stores the counts under the current day. Never rejects: counts that cannot be stored are kept for the
   * next flush.
   */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
    this.#running = this.#store();
    await this.#running;
  }

  async #store(): Promise<void> {
    const day = dayOf(this.#deps.now());
    const pending = [...this.#pending];
    this.#pending = new Map();
    for (let at = 0; at < pending.length; at += BATCH) {
      const counts = pending.slice(at, at + BATCH).map(([key, downloads]) => {
        const space = key.indexOf(' ');
        return { name: key.slice(0, space), identity: key.slice(space + 1), day, downloads };
      });
      try {
        await this.#deps.store.addDownloads(counts);
      } catch (error) {
        this.#deps.onFailure(error);
        this.#keep(pending.slice(at));
        return;
      }
    }
  }

  /** The counts wait for the next download. */
  #keep(counts: readonly (readonly [key: string, downloads: number])[]): void {
    for (const [key, downloads] of counts) {
      const known = this.#pending.get(key);
      if (known === undefined && this.#pending.size >= MAX_PENDING) continue;
      this.#pending.set(key, (known ?? 0) + downloads);
    }
  }
}
