// The words that Primes bring to the vocabulary. Each Prime brings a limited number: one with millions of words
// would hold the thread that sorts them, and the write lock.
import { isLearnt } from '@prime-registry/atoms';

/** The length of the words of a Prime, as of its searchable words: far more than people write. */
const MAX_CHARACTERS = 65_536;

export class NewWords {
  readonly #words = new Set<string>();
  /** The length of the words that each Prime has brought. */
  readonly #lengths = new Map<number, number>();

  /** Adds words of a Prime; those beyond the limit, and those that are never corrected, are left out. */
  add(primeId: number, words: Iterable<string>): void {
    let length = this.#lengths.get(primeId) ?? 0;
    for (const word of words) {
      if (length + word.length > MAX_CHARACTERS || this.#words.has(word) || !isLearnt(word)) continue;
      this.#words.add(word);
      length += word.length + 1;
    }
    this.#lengths.set(primeId, length);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#words.values();
  }
}
