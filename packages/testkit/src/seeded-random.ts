// Chance that can be had again: whoever is told the seed of a run that failed makes the same choices.

/** A stream of choices that its seed decides. Not for secrets. */
export class SeededRandom {
  readonly #seed: string;
  readonly #state: Uint32Array;

  constructor(seed: string | number) {
    this.#seed = String(seed);
    this.#state = spread(this.#seed);
  }

  /** Another stream, which the label tells from its brothers: what one draws moves no other. */
  fork(label: string | number): SeededRandom {
    return new SeededRandom(`${this.#seed}/${label}`);
  }

  /** A whole number from `minimum` to `maximum`, both included, at most 2^32 apart. */
  integer(minimum: number, maximum: number): number {
    return minimum + Math.floor((this.#next() / 2 ** 32) * (maximum - minimum + 1));
  }

  /** True so often, of 1. */
  chance(probability: number): boolean {
    return this.#next() / 2 ** 32 < probability;
  }

  /** One of the items. @throws RangeError when there is none */
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
    const state = this.#state;
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = counter + 1;
    return result;
  }
}

/** Four words of state that depend on every character of the seed (FNV-1a with another start for each word). */
function spread(seed: string): Uint32Array {
  const words = new Uint32Array(4);
  for (const index of words.keys()) {
    let hash = (0x811c9dc5 ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
    for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    words[index] = hash ^ (hash >>> 13);
  }
  return words;
}
