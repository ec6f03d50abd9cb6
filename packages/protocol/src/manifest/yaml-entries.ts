// What a mapping in YAML consists of, however it was read.
import type { Node } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import type { Position } from '../text/located-yaml.ts';

/** The value of a key. */
export interface YamlEntry {
  /** Undefined for a key without a value. Aliases are resolved here and in list entries, but no deeper. */
  readonly node: Node | undefined;
  /** The position of the key. */
  readonly position: Position;
}

/** The top-level mapping of a document. */
export interface YamlMapping {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Repeated keys. */
  readonly problems: readonly FieldProblem[];
  positionOf(node: Node): Position;
}
