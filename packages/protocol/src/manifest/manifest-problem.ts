// A problem with a pack.yaml as a whole.
import type { FieldProblem } from '../text/field-problem.ts';
import type { Position } from '../text/located-yaml.ts';

/** A problem of the manifest as a whole; the message continues the sentence "the manifest …". */
export function manifestProblem(message: string, position?: Position): { problem: FieldProblem } {
  return { problem: { field: 'manifest', message, ...position } };
}

/** Line and column of an offset in a text. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
