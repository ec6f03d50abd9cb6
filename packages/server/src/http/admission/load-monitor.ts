// Detects overload of a process: a lagging event loop, or too little memory.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const PERIOD_MS = 500;
/** Late periods in a row that count as overload: a single pause, such as one of the machine, does not. */
const LATE_PERIODS = 3;
const RESOLUTION_MS = 20;
/** Above this share of its heap limit, the next allocation may end the process. */
const MOST_OF_HEAP = 0.9;

/** The thresholds of overload; 0 turns one off. */
export interface LoadLimits {
  readonly overloadDelayMs: number;
  readonly maxMemoryBytes: number;
}

/** The load of a process in the last half second. */
export interface Load {
  readonly isOverloaded: boolean;
  /** Mean lag of the event loop. */
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

  /** @param onChange - called when an overload begins and when it ends */
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
    // Without a single turn of the event loop, the mean is NaN.
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
