// Runs the rules. Nothing here does I/O: the command line and the registry call the same code.
import type { AtomProblem, Inventory } from '@prime-registry/atoms';
import { FindingList } from './finding.ts';
import type { RuleCode } from './rule-table.ts';
import { lintEdges } from './rules/lint-edges.ts';
import { lintManifest, type PlaceOfField, type PrimeFacts } from './rules/lint-manifest.ts';
import { lintTexts } from './rules/lint-texts.ts';

export interface LintSubject {
  readonly inventory: Inventory;
  readonly facts: PrimeFacts;
  readonly placeOf?: PlaceOfField;
  /** Whether a Prime of the registries has an atom that this one lacks. */
  readonly isHeld?: (target: string) => boolean;
}

/** Runs every rule that needs no registry. */
export function lintPrime(
  { inventory, facts, placeOf, isHeld }: LintSubject,
  findings: FindingList = new FindingList(),
): FindingList {
  lintInventory(inventory, findings, isHeld);
  lintManifest(facts, findings, placeOf);
  return findings;
}

/** Runs the rules about atoms. */
export function lintInventory(
  { atoms, problems }: Inventory,
  findings: FindingList,
  isHeld?: (target: string) => boolean,
): void {
  lintProblems(problems, findings);
  if (atoms.length === 0) {
    findings.add('no-atoms', () => ({ path: 'pack.yaml', message: 'no atoms were found' }));
  }
  lintEdges(atoms, findings, isHeld);
  lintTexts(atoms, findings);
}

/** Takes over the problems of an inventory. */
function lintProblems(problems: readonly AtomProblem[], findings: FindingList): void {
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
