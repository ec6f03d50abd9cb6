// Maps the problems of the parser of atoms to the codes of lint.
import type { AtomProblem } from '@prime-registry/atoms';
import type { FindingList } from '../finding.ts';
import type { RuleCode } from '../rule-table.ts';

/** Takes over the problems of an inventory. */
export function lintProblems(problems: readonly AtomProblem[], findings: FindingList): void {
  for (const problem of problems) {
    const rule = findRule(problem);
    if (rule === undefined) continue;
    const { path, line, column } = problem;
    const [message, remedy] = splitMessage(problem.message);
    findings.add(rule, () => ({ path, line, column, message, remedy }));
  }
}

/** Undefined for what a rule of lint finds in the atoms themselves. */
function findRule({ severity, code }: AtomProblem): RuleCode | undefined {
  if (code === 'missing-description' || code === 'missing-version') return undefined;
  if (code !== undefined) return code;
  return severity === 'error' ? 'unreadable-atom' : 'unclear-source';
}

/** Problems are written as `what is wrong; what to do`. */
function splitMessage(message: string): [string, string | undefined] {
  const at = message.lastIndexOf('; ');
  return at === -1 ? [message, undefined] : [message.slice(0, at), message.slice(at + 2)];
}
