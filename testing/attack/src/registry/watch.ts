// Measures the process of the registry from outside: memory from the system, event loop delay from its metrics.
import { readFileSync } from 'node:fs';
import type { AttackedRegistry } from './attacked-registry.ts';

const MEMORY_EVERY_MS = 50;
const METRICS_EVERY_MS = 1000;
const METRICS_TIMEOUT_MS = 20_000;

/** The greatest values of a time. */
export interface Peaks {
  readonly rssBytes: number;
  /** The longest time in which the event loop did nothing else; undefined if the metrics were never answered. */
  readonly loopDelayMs: number | undefined;
  /** The processor time of the longest turn of the event loop; 0 if none took 5 ms. */
  readonly longestTurnMs: number;
}

export class Watch {
  readonly #registry: AttackedRegistry;
  readonly #memoryTimer: NodeJS.Timeout;
  readonly #scraping: Promise<void>;
  #isEnding = false;
  #rssBytes = 0;
  #loopDelayMs: number | undefined;
  readonly #fromMs = Date.now();

  /** Starts to watch. */
  constructor(registry: AttackedRegistry) {
    this.#registry = registry;
    this.#memoryTimer = setInterval(() => this.#measureMemory(), MEMORY_EVERY_MS);
    this.#scraping = this.#scrapeAgain();
  }

  async end(): Promise<Peaks> {
    this.#isEnding = true;
    await this.#scraping;
    clearInterval(this.#memoryTimer);
    const span = { fromMs: this.#fromMs, toMs: Date.now() };
    const longestTurnMs = this.#registry.readTurns().longestMs(span);
    return { rssBytes: this.#rssBytes, loopDelayMs: this.#loopDelayMs, longestTurnMs };
  }

  /** Where the system does not say it (`/proc`), the metrics do. */
  #measureMemory(): void {
    try {
      const status = readFileSync(`/proc/${this.#registry.pid}/status`, 'utf8');
      this.#noteRss(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
    } catch {
      // It ended, or there is no /proc.
    }
  }

  async #scrapeAgain(): Promise<void> {
    // Each answer has the greatest delay since the one before, and the first that since the start.
    await this.#scrape();
    this.#loopDelayMs = undefined;
    let isLast = false;
    while (!isLast && this.#registry.ending === undefined) {
      for (let ms = 0; ms < METRICS_EVERY_MS && !this.#isEnding; ms += MEMORY_EVERY_MS) {
        await new Promise((resolve) => setTimeout(resolve, MEMORY_EVERY_MS));
      }
      isLast = this.#isEnding;
      await this.#scrape();
    }
  }

  async #scrape(): Promise<void> {
    const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS);
    const read = async (): Promise<string> =>
      (await fetch(`${this.#registry.localUrl}/-/metrics`, { signal })).text();
    const metrics = await read().catch(() => '');
    const readGauge = (name: string): number =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);
    const delayMs = readGauge('nodejs_eventloop_lag_max_seconds') * 1000;
    if (!Number.isNaN(delayMs)) this.#loopDelayMs = Math.max(this.#loopDelayMs ?? 0, delayMs);
    this.#noteRss(readGauge('process_resident_memory_bytes') || 0);
  }

  #noteRss(bytes: number): void {
    this.#rssBytes = Math.max(this.#rssBytes, bytes);
  }
}
