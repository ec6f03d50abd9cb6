// Finds the places in a buffer where a key may begin.
import { findPrefix } from './prefix-table.ts';
import { SECRET_RULES } from './rules.ts';
import { findRun, findRunEnd, MIN_RUN_LENGTH, type RunBytes, toRunBytes } from './unbroken-runs.ts';

/** What is searched for instead of a prefix of a broken key: from its first capital letter on, which is rare. */
interface Needle {
  readonly bytes: Buffer;
  /** Where it is in the prefix. */
  readonly offset: number;
}

const NEEDLES: readonly Needle[] = SECRET_RULES.filter(({ isBroken }) => isBroken === true).flatMap(
  ({ prefixes }) =>
    prefixes.map((prefix) => {
      const offset = Math.max(0, prefix.search(/[A-Z]/));
      return { bytes: Buffer.from(prefix.slice(offset)), offset };
    }),
);

/** The places, in ascending order. */
export class KeyPlaces {
  readonly #bytes: Buffer;
  readonly #run: RunBytes;
  readonly #end: number;
  /** Where the run that contains the next unbroken key ends. */
  #runEnd = 0;
  #nextUnbroken = -1;
  #nextBroken = -1;
  /** The next place of each needle. */
  readonly #nextOf: number[] = NEEDLES.map(() => -1);

  /**
   * @param bytes - begin at a multiple of four in their memory
   * @param end - keys begin before it; they may end after it
   */
  constructor(bytes: Buffer<ArrayBuffer>, end: number) {
    this.#bytes = bytes;
    this.#run = toRunBytes(bytes);
    this.#end = end;
  }

  /** The first place from `start` on, which never decreases; `end` if there is none. */
  find(start: number): number {
    if (this.#nextUnbroken < start) this.#nextUnbroken = this.#findUnbroken(start);
    if (this.#nextBroken < start) this.#nextBroken = this.#findBroken(start);
    return Math.min(this.#nextUnbroken, this.#nextBroken, this.#end);
  }

  #findUnbroken(start: number): number {
    for (let first = start; first < this.#end; ) {
      const runLast = Math.min(this.#end, this.#runEnd - MIN_RUN_LENGTH + 1);
      if (first < runLast) {
        const place = findPrefix(this.#bytes, first, runLast);
        if (place < runLast) return place;
      }
      first = findRun(this.#run, Math.max(first, this.#runEnd));
      if (first === -1) break;
      this.#runEnd = findRunEnd(this.#run, first + MIN_RUN_LENGTH);
    }
    return this.#end;
  }

  #findBroken(start: number): number {
    let next = this.#end;
    for (const [index, { bytes, offset }] of NEEDLES.entries()) {
      let place = this.#nextOf[index] ?? -1;
      if (place < start) {
        const found = this.#bytes.indexOf(bytes, start + offset);
        place = found === -1 ? this.#bytes.length : found - offset;
        this.#nextOf[index] = place;
      }
      next = Math.min(next, place);
    }
    return next;
  }
}
