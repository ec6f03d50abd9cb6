// Keeps what was made at some cost of what never changes, within a bound; who was asked for longest ago goes first.

export class Kept<Value> {
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** `maxSize` bounds the sum of the sizes, in whatever `sizeOf` counts. */
  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** What is kept under the key; it counts as asked for last. */
  find(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  keep(key: string, value: Value): void {
    const known = this.#values.get(key);
    if (known !== undefined) this.#drop(key, known);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldKey, oldValue] of this.#values) {
      if (this.#size <= this.#maxSize) return;
      this.#drop(oldKey, oldValue);
    }
  }

  /** What is kept, or else what is made now. */
  get(key: string, make: () => Value): Value {
    const known = this.find(key);
    if (known !== undefined) return known;
    const made = make();
    this.keep(key, made);
    return made;
  }

  #drop(key: string, value: Value): void {
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
