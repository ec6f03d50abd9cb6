// What an example for a layer rule has.

/** Examples for one rule. */
export interface LayerExample {
  readonly rule: string;
  /** The importing file, relative to `packages/`. */
  readonly path: string;
  readonly breaks: readonly string[];
  readonly keeps: readonly string[];
}
