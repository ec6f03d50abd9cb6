// The assessment of the atoms of a version: how often each rule found something. A registry computes it when it
// reads a tarball, and stores it: the score of a version needs nothing else of its atoms.
import type { Inventory } from '@prime-registry/atoms';
import { type FindingCounts, FindingList } from './finding.ts';
import { lintInventory } from './lint-prime.ts';
import { isRuleCode } from './rule-table.ts';

/** Raise it with every change of a rule about atoms: `prime-registry index` then assesses versions again. */
export const ASSESSMENT_FORMAT = 1;

/** What the rules found in the atoms of a version. */
export interface AtomAssessment {
  /** The ASSESSMENT_FORMAT of the program that made it. */
  readonly format: number;
  readonly atoms: number;
  readonly edges: number;
  readonly counts: FindingCounts;
}

/** Assesses an inventory, in linear time. */
export function assessAtoms(inventory: Inventory): AtomAssessment {
  const findings = new FindingList(0);
  lintInventory(inventory, findings);
  const edges = inventory.atoms.reduce((sum, atom) => sum + atom.edges.length, 0);
  return { format: ASSESSMENT_FORMAT, atoms: inventory.atoms.length, edges, counts: findings.counts };
}

/** Reads a stored assessment; undefined for one of another format. */
export function parseAssessment(json: string): AtomAssessment | undefined {
  const stored = JSON.parse(json) as AtomAssessment;
  if (stored.format !== ASSESSMENT_FORMAT) return undefined;
  const counts = Object.fromEntries(Object.entries(stored.counts).filter(([code]) => isRuleCode(code)));
  return { ...stored, counts };
}
