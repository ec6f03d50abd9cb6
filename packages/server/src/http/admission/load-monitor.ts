// Detects overload of a process: a lagging event loop, or too little memory.
import { getHeapStatistics } from 'node:v8';
import type { ServerSettings } from '../../config/server-settings.ts';
import { LoopDelay } from './loop-delay.ts';

/** Late periods in a row that count as overload: a single pause, such as one of the machine, does not. */
const LATE_PERIODS = 3;
/** Above this share of its heap limit, the next allocation may end the process. */
const MOST_OF_HEAP = 0.9;

/** The thresholds of overload; 0 turns one off. */
export type LoadLimits = Pick<ServerSettings, 'overloadDelayMs' | 'maxMemoryBytes'>;

/** The load of a process in the last half second. */
export interface Load {
  readonly isOverloaded: boolean;
  /** Mean lag of the event loop. */
  readonly delayMs: number;
  /** Resident memory. */
  readonly memoryBytes: number;
}

/** Measures while there is work, until it is stopped. */
export class LoadMonitor {
  readonly loopDelay = new LoopDelay((delayMs) => this.#note(delayMs));
  readonly #limits: LoadLimits;
  readonly #onChange: (load: Load) => void;
  #isOverloaded = false;
  #latePeriods = 0;

  /** @param onChange - called when an overload begins and when it ends */
  constructor(limits: LoadLimits, onChange: (load: Load) => void) {
    this.#limits = limits;
    this.#onChange = onChange;
    this.wake();
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** Measures again, after there was no work. */
  wake(): void {
    if (this.loopDelay.isAwake) return;
    this.#note(0);
    this.loopDelay.wake();
  }

  stop(): void {
    this.loopDelay.stop();
  }

  #note(delayMs: number): void {
    const load = this.#measure(delayMs);
    const hasChanged = load.isOverloaded !== this.#isOverloaded;
    this.#isOverloaded = load.isOverloaded;
    if (hasChanged) this.#onChange(load);
  }

  #measure(delayMs: number): Load {
    const { overloadDelayMs, maxMemoryBytes } = this.#limits;
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
