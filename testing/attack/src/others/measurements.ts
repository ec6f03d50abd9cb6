// Times and outcomes of requests, and the figures made of them.

/** Times in milliseconds. */
interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What the well-behaved clients noticed. */
export interface Figures {
  readonly reads: Times;
  readonly publishes: Times;
  /** The same for each kind of request. */
  readonly kinds: Readonly<Record<string, Times>>;
  /** How many requests of each kind ended in each way: a status, `refused`, `broken` or `timeout`. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export class Measurements {
  readonly #ms: Record<string, number[]> = {};
  readonly #outcomes: Record<string, Record<string, number>> = {};

  add(kind: string, outcome: string, ms: number): void {
    this.#ms[kind] ??= [];
    this.#ms[kind].push(ms);
    this.#outcomes[kind] ??= {};
    const counts = this.#outcomes[kind];
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }

  figures(): Figures {
    const { publish = [], ...reads } = this.#ms;
    const kinds = Object.entries(this.#ms).map(([kind, ms]) => [kind, describeTimes(ms)] as const);
    return {
      reads: describeTimes(Object.values(reads).flat()),
      publishes: describeTimes(publish),
      kinds: Object.fromEntries(kinds),
      outcomes: this.#outcomes,
    };
  }
}

function describeTimes(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  // Nearest rank.
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, p50: rank(0.5), p99: rank(0.99), max: sorted.at(-1) ?? 0 };
}
