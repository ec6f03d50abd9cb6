// Measures how late the event loop is, as long as it has work: a timer for it would wake an idle process fifty times a
// second.
import { createHistogram, type EventLoopUtilization, performance } from 'node:perf_hooks';

const SAMPLE_MS = 20;
const PERIOD_MS = 500;
/** An event loop that was busy for a smaller share of a period is not late, and is not measured until it is woken. */
const LEAST_BUSY = 0.05;
const NS_PER_MS = 1e6;

/** Samples how late a timer is. It begins to sleep when there is little work. */
export class LoopDelay {
  /** Delays in nanoseconds, at least 1; reading them resets it. */
  readonly delays = createHistogram();
  readonly #onPeriod: (meanMs: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #sampledAtMs = 0;
  #beganAtMs = 0;
  #usedBefore: EventLoopUtilization = performance.eventLoopUtilization();
  #sumMs = 0;
  #samples = 0;

  /** @param onPeriod - called twice a second while it is awake, with the mean delay in milliseconds */
  constructor(onPeriod: (meanMs: number) => void) {
    this.#onPeriod = onPeriod;
  }

  /** Whether it measures. */
  get isAwake(): boolean {
    return this.#timer !== undefined;
  }

  /** Begins to measure, unless it does already. Call it when there may be work. */
  wake(): void {
    if (this.#timer !== undefined) return;
    this.#sampledAtMs = performance.now();
    this.#beginPeriod();
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  /** Ends measuring, until it is woken. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beginPeriod(): void {
    this.#beganAtMs = this.#sampledAtMs;
    this.#usedBefore = performance.eventLoopUtilization();
    this.#sumMs = 0;
    this.#samples = 0;
  }

  #sample(): void {
    const nowMs = performance.now();
    const delayMs = Math.max(nowMs - this.#sampledAtMs - SAMPLE_MS, 0);
    this.#sampledAtMs = nowMs;
    this.#sumMs += delayMs;
    this.#samples += 1;
    this.delays.record(Math.max(Math.round(delayMs * NS_PER_MS), 1));
    if (nowMs - this.#beganAtMs < PERIOD_MS) return;
    const { utilization } = performance.eventLoopUtilization(this.#usedBefore);
    this.#onPeriod(this.#sumMs / this.#samples);
    this.#beginPeriod();
    if (utilization < LEAST_BUSY) this.stop();
  }
}
