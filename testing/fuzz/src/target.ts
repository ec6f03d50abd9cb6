// What is fuzzed: something that takes bytes, and knows what must hold whatever they are.

/** Thrown by a target for what must never be; whatever else it throws is a flaw as well. */
class Flaw extends Error {
  override readonly name = 'Flaw';
}

/** A target that is ready to run. */
export interface OpenTarget {
  /**
   * Runs one input.
   * @returns a short word for what came of it: an input with a word that is new is worth mutating further.
   * @throws what is wrong with the code under test
   */
  run(input: Buffer): string | Promise<string>;
  close?(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** Its part of all inputs, beside the weights of the others: the slower, the smaller. */
  readonly weight: number;
  /** Most bytes of nearly all of its inputs: what is short is many. */
  readonly usualBytes: number;
  /** Pieces of text that mean something to it. */
  readonly dictionary: readonly string[];
  /** Puts right what any change breaks, such as checksums, so that mutants come further than the first check. */
  readonly repair?: (input: Buffer) => Buffer;
  open(): Promise<OpenTarget> | OpenTarget;
}

/** @throws Flaw unless it holds */
export function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Flaw(what);
}

/** A message with what differs from input to input taken out: what is quoted, and numbers. */
export function outline(message: string): string {
  return message
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\d+/g, '#')
    .slice(0, 120);
}
