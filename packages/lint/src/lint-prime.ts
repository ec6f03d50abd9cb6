// Runs the rules. Nothing here does I/O: the command line and the registry call the same code.
import type { Inventory } from '@prime-registry/atoms';
import { FindingList } from './finding.ts';
import { lintEdges } from './rules/lint-edges.ts';
import { lintManifest, type PlaceOfField, type PrimeFacts } from './rules/lint-manifest.ts';
import { lintProblems } from './rules/lint-problems.ts';
import { lintTexts } from './rules/lint-texts.ts';

/** What to lint. */
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
