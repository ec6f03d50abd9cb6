// Shortens the list of mistakes of an untrusted file, which may have a hundred thousand.
import type { FieldProblem } from '@prime-registry/protocol';

/** Most mistakes that are shown. */
const MAX_PROBLEMS = 50;

/** The first 50 problems, and the number of the others. */
export function shortenProblems(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const message = `and ${problems.length - MAX_PROBLEMS} more`;
  return [...problems.slice(0, MAX_PROBLEMS), { field: '…', message }];
}
