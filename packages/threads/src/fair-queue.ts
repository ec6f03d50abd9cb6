// A queue that is fair between keys: each key with waiting items has its turn, however many items another
// key has.

export class FairQueue<Item> {
  /** In the order of turns: a key moves to the end when it had its turn. */
  readonly #byKey = new Map<string, Item[]>();
  #size = 0;

  /** The number of waiting items. */
  get size(): number {
    return this.#size;
  }

  add(key: string, item: Item): void {
    const items = this.#byKey.get(key);
    if (items === undefined) this.#byKey.set(key, [item]);
    else items.push(item);
    this.#size += 1;
  }

  /** Takes the oldest item of the key whose turn it is; undefined if the queue is empty. */
  take(): Item | undefined {
    const [next] = this.#byKey;
    if (next === undefined) return undefined;
    const [key, items] = next;
    const item = items.shift();
    this.#byKey.delete(key);
    if (items.length > 0) this.#byKey.set(key, items);
    this.#size -= 1;
    return item;
  }

  /** Takes all items, in no particular order. */
  takeAll(): Item[] {
    const items = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    this.#size = 0;
    return items;
  }
}
