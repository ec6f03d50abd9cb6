// Finds the places in a buffer where a key may begin.
import { findPrefix } from './prefix-table.ts';
import { SECRET_RULES } from './rules.ts';
import { type Run, TextSearch } from './search/text-search.ts';

/** The length of the shortest key without white space, in bytes. */
const MIN_KEY_LENGTH = 20;
/** What keys without white space consist of. */
const KEY_BYTES = new Set(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-.'),
);

const BROKEN_PREFIXES = SECRET_RULES.filter(({ isBroken }) => isBroken === true).flatMap(
  ({ prefixes }) => prefixes,
);
const search = new TextSearch(
  BROKEN_PREFIXES.map((prefix) => Buffer.from(prefix)),
  (byte) => KEY_BYTES.has(byte),
);

/** The places, in ascending order. */
export class KeyPlaces {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** Words are shorter, so most bytes of a text are in none. */
  readonly #runs: readonly Run[];
  /** Where keys may begin that have white space in them. */
  readonly #broken: readonly number[];
  #nextRun = 0;
  #nextUnbroken = -1;
  #nextBroken = 0;

  /** @param end - keys begin before it; they may end after it */
  constructor(bytes: Uint8Array, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    const broken: number[] = [];
    this.#runs = search.find(bytes, (at) => broken.push(at));
    this.#broken = broken.sort((a, b) => a - b);
  }

  /** The first place from `start` on, which never decreases; `end` if there is none. */
  find(start: number): number {
    if (this.#nextUnbroken < start) this.#nextUnbroken = this.#findUnbroken(start);
    while ((this.#broken[this.#nextBroken] ?? Number.POSITIVE_INFINITY) < start) this.#nextBroken += 1;
    return Math.min(this.#nextUnbroken, this.#broken[this.#nextBroken] ?? this.#end, this.#end);
  }

  #findUnbroken(start: number): number {
    for (; this.#nextRun < this.#runs.length; this.#nextRun += 1) {
      const [begin, end] = this.#runs[this.#nextRun] ?? [0, 0];
      const first = Math.max(start, begin);
      const last = Math.min(this.#end, end - MIN_KEY_LENGTH + 1);
      const place = first < last ? findPrefix(this.#bytes, first, last) : last;
      if (first < last && place < last) return place;
    }
    return this.#end;
  }
}
