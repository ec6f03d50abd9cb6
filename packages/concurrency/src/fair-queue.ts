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

  /** Takes the items that match, in no particular order. */
  takeWhere(matches: (item: Item) => boolean): Item[] {
    const taken: Item[] = [];
    for (const [key, items] of this.#byKey) {
      const kept = items.filter((item) => !matches(item));
      taken.push(...items.filter(matches));
      if (kept.length === 0) this.#byKey.delete(key);
      else this.#byKey.set(key, kept);
    }
    this.#size -= taken.length;
    return taken;
  }

  /**
   * Takes the newest item of the key that has the most, if that is more than a key would have with one more.
   */
  takeFromLongest(than: string): Item | undefined {
    const own = this.#byKey.get(than)?.length ?? 0;
    let longest: Item[] = [];
    for (const items of this.#byKey.values()) if (items.length > longest.length) longest = items;
    if (longest.length <= own + 1) return undefined;
    this.#size -= 1;
    return longest.pop();
  }

  /** Takes all items, in no particular order. */
  takeAll(): Item[] {
    const items = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    this.#size = 0;
    return items;
  }
}
