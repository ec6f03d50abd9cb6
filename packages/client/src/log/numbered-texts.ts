// Texts by numbers, for tables that have each of them many times.

export class NumberedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  /** How many different ones there are; the next number. */
  get size(): number {
    return this.#texts.length;
  }

  /** The number of a text that was added; undefined otherwise. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** Numbers a text, from 0; one that was added before keeps its number. */
  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  /** The text with a number. */
  at(number: number): string {
    return this.#texts[number] ?? '';
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#texts.values();
  }
}
