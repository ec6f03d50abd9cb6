// Counts downloads in memory, which costs a read next to nothing, and adds them to the store now and then. What a process
// that is killed had not stored yet is not counted.
import type { DownloadCount, DownloadStore } from '@prime-registry/store';

/** How long downloads are gathered: each time they are stored, hot reads have to be read anew. */
const GATHER_MS = 10_000;
/** Versions a transaction adds to, so that none holds up those who publish. */
const BATCH = 200;
/** Most versions that are remembered while the store cannot take them. */
const MAX_PENDING = 100_000;
const DAY_MS = 86_400_000;

/** What counting works with. */
export interface DownloadCounterDeps {
  readonly store: DownloadStore;
  readonly now: () => number;
  /** Told why downloads could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** The day of a moment: days since 1970-01-01, in UTC. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** What a version is counted under. */
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

  /** Stores what was counted, under the day that it is now. Never fails: what cannot be stored is kept for the next time. */
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
      const counts = pending.slice(at, at + BATCH).map(([key, downloads]) => toCount(key, day, downloads));
      try {
        await this.#deps.store.addDownloads(counts);
      } catch (error) {
        this.#deps.onFailure(error);
        this.#keep(pending.slice(at));
        return;
      }
    }
  }

  /** They wait for the next download. */
  #keep(counts: readonly (readonly [key: string, downloads: number])[]): void {
    for (const [key, downloads] of counts) {
      const known = this.#pending.get(key);
      if (known === undefined && this.#pending.size >= MAX_PENDING) continue;
      this.#pending.set(key, (known ?? 0) + downloads);
    }
  }
}

function toCount(key: string, day: number, downloads: number): DownloadCount {
  const space = key.indexOf(' ');
  return { name: key.slice(0, space), identity: key.slice(space + 1), day, downloads };
}
