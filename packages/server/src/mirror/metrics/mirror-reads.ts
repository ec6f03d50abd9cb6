// Counts reads of mirrored Primes. Plain numbers, because hot reads take microseconds; a scrape copies them
// into the counter.
import { Counter, type Registry } from 'prom-client';

/** Reads of the Primes of one upstream. */
export interface MirrorReadTally {
  /** Answered without asking the upstream. */
  hits: number;
  /** The upstream had to be asked. */
  misses: number;
}

/** Reads by upstream. */
export class MirrorReads {
  readonly #tallies = new Map<string, MirrorReadTally>();

  constructor(register: Registry) {
    const tallies = this.#tallies;
    new Counter({
      name: 'prime_registry_mirror_reads_total',
      help: 'Reads of mirrored lists, manifests and tarballs, by base URL of the upstream: a hit was answered without asking it.',
      labelNames: ['upstream', 'outcome'],
      registers: [register],
      collect() {
        this.reset();
        for (const [upstream, { hits, misses }] of tallies) {
          this.inc({ upstream, outcome: 'hit' }, hits);
          this.inc({ upstream, outcome: 'miss' }, misses);
        }
      },
    });
  }

  /** The tally of an upstream. @param origin - its base URL */
  of(origin: string): MirrorReadTally {
    const known = this.#tallies.get(origin);
    if (known !== undefined) return known;
    const tally = { hits: 0, misses: 0 };
    this.#tallies.set(origin, tally);
    return tally;
  }
}
