// A finding, and a bounded list of them.
import { compareText } from '@prime-registry/atoms';
import { RULES, type RuleCode, type Severity } from './rule-table.ts';

/** Something weak in a Prime. */
export interface Finding {
  readonly rule: RuleCode;
  readonly severity: Severity;
  /** The file, relative to the root of the Prime. */
  readonly path: string;
  /** 1-based; undefined if the finding is about the file. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What is wrong, as a sentence without a full stop. */
  readonly message: string;
  /** How to mend it, in the imperative. */
  readonly remedy: string;
  /** The atom that it is about. */
  readonly atom?: string;
  /** The id at the other end of the edge that it is about. */
  readonly target?: string;
}

/** A finding before the facts of its rule are added. */
export interface NewFinding extends Pick<Finding, 'path' | 'message' | 'atom' | 'target'> {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** If the remedy of the rule is not precise enough. */
  readonly remedy?: string | undefined;
}

/** Number of findings of each rule; rules without findings are left out. */
export type FindingCounts = Readonly<Partial<Record<RuleCode, number>>>;

/** Most findings that a report lists; all are counted. */
export const MAX_FINDINGS = 1000;

/**
 * Collects findings in bounded memory: a hostile Prime may have millions. The first of each rule are kept, in the
 * order of `add`.
 */
export class FindingList {
  readonly #maxKept: number;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<RuleCode, number>();

  /** @param maxKept - of each rule; 0 to count only */
  constructor(maxKept: number = MAX_FINDINGS) {
    this.#maxKept = maxKept;
  }

  /** @param make - makes the finding; it is not called if the finding is only counted */
  add(rule: RuleCode, make: () => NewFinding): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count > this.#maxKept) return;
    const { path, line, column, message, remedy, atom, target } = make();
    this.#kept.push({
      rule,
      severity: RULES[rule].severity,
      ...{ path, line, column, message },
      remedy: remedy ?? RULES[rule].remedy,
      ...(atom !== undefined && { atom }),
      ...(target !== undefined && { target }),
    });
  }

  get counts(): FindingCounts {
    return Object.fromEntries(this.#counts);
  }

  /** The kept findings, by file and position. */
  list(): Finding[] {
    return this.#kept.toSorted(compareFindings);
  }
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}
