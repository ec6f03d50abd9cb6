// Collects the measurements of all rounds.
import type { PeerName } from '../peers/peer.ts';
import { type Spread, spreadOf } from '../report/spread.ts';
import type { Measurement } from './measurement.ts';
import { METRICS, type MetricName, type Metrics } from './metrics.ts';

/** The measurements of one peer in one case. */
interface Series {
  readonly runs: Metrics[];
  failures: number;
}

/** All measurements, by case and peer. */
export class Results {
  readonly #series = new Map<string, Series>();

  /** Adds a round. */
  add(caseName: string, peer: PeerName, { metrics, failures }: Measurement): void {
    const key = keyOf(caseName, peer);
    const series = this.#series.get(key) ?? { runs: [], failures: 0 };
    this.#series.set(key, series);
    series.runs.push(metrics);
    series.failures += failures;
  }

  /** The values of all rounds, undefined if any round has none. */
  findSpread(caseName: string, peer: PeerName, metric: MetricName): Spread | undefined {
    const runs = this.#findRuns(caseName, peer, metric);
    return runs === undefined ? undefined : spreadOf(runs);
  }

  /**
   * How many times as good one peer is as another in each round, above 1 for better. Values of one round are
   * compared because noise of the machine affects both.
   */
  findRatio(caseName: string, metric: MetricName, of: PeerName, against: PeerName): Spread | undefined {
    const own = this.#findRuns(caseName, of, metric);
    const others = this.#findRuns(caseName, against, metric);
    const { better } = METRICS[metric];
    if (own === undefined || others === undefined || better === 'neither') return undefined;
    return spreadOf(
      own.map((value, round) => {
        const other = others[round] ?? Number.NaN;
        return better === 'higher' ? value / other : other / value;
      }),
    );
  }

  /** Failed requests of all rounds. */
  countFailures(caseName: string, peer: PeerName): number {
    return this.#series.get(keyOf(caseName, peer))?.failures ?? 0;
  }

  #findRuns(caseName: string, peer: PeerName, metric: MetricName): number[] | undefined {
    const runs = this.#series.get(keyOf(caseName, peer))?.runs.map((metrics) => metrics[metric]) ?? [];
    const present = runs.filter((value) => value !== undefined);
    return present.length === 0 || present.length < runs.length ? undefined : present;
  }
}

function keyOf(caseName: string, peer: PeerName): string {
  return `${caseName} of ${peer}`;
}
