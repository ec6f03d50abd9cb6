// A fuzz target: code that takes bytes, and the invariants that must hold for any input.

/** A violated invariant. Any other error that a target throws is a failure too. */
class Flaw extends Error {
  override readonly name = 'Flaw';
}

/** A target that is ready to run. */
export interface OpenTarget {
  /**
   * Runs one input.
   * @returns a short word for the outcome; an input with a new outcome is worth mutating further
   * @throws what is wrong with the code under test
   */
  run(input: Buffer): string | Promise<string>;
  close?(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** Its share of all inputs, relative to the other targets: slow targets have a small one. */
  readonly weight: number;
  /** Size limit of nearly all of its inputs, in bytes: short inputs run faster. */
  readonly usualBytes: number;
  /** Words of its input format. */
  readonly dictionary: readonly string[];
  /** Repairs what any mutation breaks, such as checksums, so that mutants get past the first check. */
  readonly repair?: (input: Buffer) => Buffer;
  open(): Promise<OpenTarget> | OpenTarget;
}

/** @throws Flaw unless it holds */
export function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Flaw(what);
}

/** The message without what differs between inputs: quoted text and numbers. */
export function outline(message: string): string {
  return message
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\d+/g, '#')
    .slice(0, 120);
}
