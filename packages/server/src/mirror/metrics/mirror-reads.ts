// Reads of what came from other registries. Counted in plain numbers, as answers from memory are given in microseconds, and put into
// the meter when somebody looks.
import { Counter, type Registry } from 'prom-client';

/** How often a registry's Primes were read. */
export interface MirrorReadTally {
  /** Answered from what was here. */
  hits: number;
  /** It had to be asked first. */
  misses: number;
}

/** Reads by registry. */
export class MirrorReads {
  readonly #tallies = new Map<string, MirrorReadTally>();

  constructor(register: Registry) {
    const tallies = this.#tallies;
    new Counter({
      name: 'prime_registry_mirror_reads_total',
      help: 'Lists, manifests and tarballs of other registries that were read, by base URL: a hit was answered without asking.',
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

  /** What the reads of a registry's Primes are counted in. @param origin - its base URL */
  of(origin: string): MirrorReadTally {
    const known = this.#tallies.get(origin);
    if (known !== undefined) return known;
    const tally = { hits: 0, misses: 0 };
    this.#tallies.set(origin, tally);
    return tally;
  }
}
