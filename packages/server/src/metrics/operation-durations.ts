// The histogram of the durations of operations on database and blob store.
import { type DurationSeries, Durations } from './durations.ts';

type Labels = 'operation' | 'outcome';
type Outcome = 'ok' | 'failed';

/** The metric. Operations are few. */
export class OperationDurations extends Durations<Labels> {
  readonly #known = {
    ok: new Map<string, DurationSeries<Labels>>(),
    failed: new Map<string, DurationSeries<Labels>>(),
  };

  constructor() {
    super(
      'prime_registry_store_duration_seconds',
      'Duration of each operation on database and blob store, by operation and outcome.',
    );
  }

  /** @param sinceMs - of `performance.now()` */
  observe(operation: string, outcome: Outcome, sinceMs: number): void {
    const known = this.#known[outcome];
    const series = known.get(operation) ?? this.add({ operation, outcome });
    known.set(operation, series);
    series.observe((performance.now() - sinceMs) / 1000);
  }

  override reset(): void {
    super.reset();
    for (const known of Object.values(this.#known)) known.clear();
  }
}
