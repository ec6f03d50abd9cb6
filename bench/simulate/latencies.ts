// Response times of a simulation, by kind of request.

/** A summary. */
export interface LatencySummary {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Collects response times after a warm-up. */
export class Latencies {
  readonly #byKind = new Map<string, number[]>();
  readonly #from: number;

  /** @param from - answers before this time are not counted, in seconds */
  constructor(from: number) {
    this.#from = from;
  }

  add(kind: string, startedAt: number, now: number): void {
    if (now < this.#from) return;
    const times = this.#byKind.get(kind) ?? [];
    times.push(now - startedAt);
    this.#byKind.set(kind, times);
  }

  /** @param until - when the simulation ended, in seconds */
  summarize(until: number): Map<string, LatencySummary> {
    return new Map(
      [...this.#byKind].map(([kind, times]) => {
        const sorted = Float64Array.from(times).sort();
        const at = (share: number): number =>
          1000 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
        const sum = sorted.reduce((total, time) => total + time, 0);
        return [
          kind,
          {
            perSecond: sorted.length / (until - this.#from),
            meanMs: (1000 * sum) / sorted.length,
            p50Ms: at(0.5),
            p99Ms: at(0.99),
          },
        ];
      }),
    );
  }
}
