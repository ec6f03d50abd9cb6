// The atoms of a version in numbers.
import type { AtomProblem } from '@prime-registry/atoms';
import type { AtomAssessment } from '@prime-registry/lint';

/** The number of atoms of a kind. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** The atoms of a version, in numbers. */
export interface InventorySummary {
  /** Atoms that could be read. */
  readonly atomCount: number;
  /** Sorted by kind. */
  readonly kinds: readonly KindCount[];
  /** Sorted by file and line, at most 200. */
  readonly problems: readonly AtomProblem[];
  /** Number of all problems. */
  readonly problemCount: number;
  /** Undefined if the atoms were read before there were assessments, or by other rules; `prime-registry index` adds it. */
  readonly assessment: AtomAssessment | undefined;
  /** The INVENTORY_FORMAT of the program that read it. */
  readonly format: number;
}
