// Keeps what was made at some cost of what never changes, within a bound; who was asked for longest ago goes first.

export class Kept<Value> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  readonly #making = new Map<string, Promise<Value>>();
  #size = 0;

  /** `maxSize` bounds the sum of the sizes, in whatever `sizeOf` counts. */
  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** What is kept, or else what is made now; whoever asks meanwhile waits for the same. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      // Asked for last.
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const running = this.#making.get(key);
    if (running !== undefined) return running;
    const making = make()
      .then((value) => this.#keep(key, value))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #keep(key: string, value: Value): Value {
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldest, dropped] of this.#values) {
      if (this.#size <= this.#maxSize) break;
      this.#values.delete(oldest);
      this.#size -= this.#sizeOf(dropped);
    }
    return value;
  }
}
