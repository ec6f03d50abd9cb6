// Reproducible random choices: the seed that a failed run prints repeats the run.

/** A random number generator with a seed. Not for secrets. */
export class SeededRandom {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string | number) {
    this.#seed = String(seed);
    this.#a = hash(this.#seed, 1);
    this.#b = hash(this.#seed, 2);
    this.#c = hash(this.#seed, 3);
  }

  /** An independent generator for this label. Using one does not change the other. */
  fork(label: string | number): SeededRandom {
    return new SeededRandom(`${this.#seed}/${label}`);
  }

  /** A whole number from `minimum` to `maximum`, both included, at most 2^32 apart. */
  integer(minimum: number, maximum: number): number {
    return minimum + Math.floor((this.#next() / 2 ** 32) * (maximum - minimum + 1));
  }

  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.#next() / 2 ** 32 < probability;
  }

  /** One of the items. @throws RangeError if there are none */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('there is nothing to pick from');
    return items[this.integer(0, items.length - 1)] as T;
  }

  bytes(sizeBytes: number): Buffer {
    const words = new Uint32Array(Math.ceil(sizeBytes / 4));
    for (let index = 0; index < words.length; index += 1) words[index] = this.#next();
    return Buffer.from(words.buffer, 0, sizeBytes);
  }

  /** sfc32, the small fast counter of PractRand: 32 bits. */
  #next(): number {
    const result = (this.#a + this.#b + this.#counter) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    this.#counter = (this.#counter + 1) | 0;
    return result;
  }
}

/** A 32-bit hash of the whole seed (FNV-1a, with a different start for each number). */
function hash(seed: string, number: number): number {
  let word = 0x811c9dc5 ^ Math.imul(number, 0x9e3779b1);
  for (let at = 0; at < seed.length; at += 1) word = Math.imul(word ^ seed.charCodeAt(at), 0x01000193);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  return word ^ (word >>> 13);
}
