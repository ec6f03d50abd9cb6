// Notices when a process has too much to do: everything waits long for its turn, or memory runs short.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const PERIOD_MS = 500;
/** So often in a row everything has to wait too long: a single pause, such as that of a machine, is over when it is seen. */
const LATE_PERIODS = 3;
const RESOLUTION_MS = 20;
/** Beyond this part of what the engine may have at most, its next allocation may be its last. */
const MOST_OF_HEAP = 0.9;

/** From when on there is too much; 0 turns either off. */
export interface LoadLimits {
  readonly overloadDelayMs: number;
  readonly maxMemoryBytes: number;
}

/** How a process fared in the last half second. */
export interface Load {
  readonly isOverloaded: boolean;
  /** Mean time that what was due waited for its turn. */
  readonly delayMs: number;
  /** Resident memory. */
  readonly memoryBytes: number;
}

/** Measures until it is stopped. */
export class LoadMonitor {
  readonly #limits: LoadLimits;
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #isOverloaded = false;
  #latePeriods = 0;

  /** @param onChange - told when too much begins and when it ends */
  constructor(limits: LoadLimits, onChange: (load: Load) => void) {
    this.#limits = limits;
    const atFirst = this.#measure();
    this.#isOverloaded = atFirst.isOverloaded;
    if (atFirst.isOverloaded) onChange(atFirst);
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      const load = this.#measure();
      if (load.isOverloaded !== this.#isOverloaded) onChange(load);
      this.#isOverloaded = load.isOverloaded;
    }, PERIOD_MS).unref();
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #measure(): Load {
    const { overloadDelayMs, maxMemoryBytes } = this.#limits;
    // Nothing was measured when there was not a single turn: then the mean is no number.
    const delayMs = Math.max((this.#histogram.mean || 0) / 1e6 - RESOLUTION_MS, 0);
    this.#histogram.reset();
    const memoryBytes = process.memoryUsage.rss();
    const isLate = overloadDelayMs > 0 && delayMs > overloadDelayMs;
    const isLarge = maxMemoryBytes > 0 && memoryBytes > maxMemoryBytes;
    this.#latePeriods = isLate ? this.#latePeriods + 1 : 0;
    const isOverloaded = this.#latePeriods >= LATE_PERIODS || isLarge || isHeapFull();
    return { isOverloaded, delayMs, memoryBytes };
  }
}

function isHeapFull(): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size > MOST_OF_HEAP * heap_size_limit;
}
