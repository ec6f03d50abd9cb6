// What was read of the store before. Agents read few atoms again and again, and each read is many queries. As hot reads
// (decision 0011), a value is used only while no process has committed anything since it was read.
import { LruCache } from '@prime-registry/concurrency';

/** Values by key, of one process. */
export class Unchanged<Value> {
  readonly #entries: LruCache<{ readonly stamp: number; readonly value: Value }>;

  /** @param maxBytes - the most that all values occupy @param sizeOf - what one occupies, approximately */
  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#entries = new LruCache({ maxSize: maxBytes, sizeOf: ({ value }) => sizeOf(value) });
  }

  /** @param stamp - the change stamp of the store now */
  find(key: string, stamp: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry?.stamp === stamp ? entry.value : undefined;
  }

  /** Keeps a value that nothing but a commit may change. @param stamp - the change stamp from before it was read */
  keep(key: string, stamp: number, value: Value): void {
    this.#entries.set(key, { stamp, value });
  }
}
