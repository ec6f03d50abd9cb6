// Compares the atoms of two versions.
import {
  type ComparedAtom,
  diffInventories,
  judgeVersions,
  listChanges,
  reportStep,
  type StepReport,
  type UnplacedChanges,
} from '@prime-registry/atoms';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { type ComparedRow, decodeComparedAtom } from '@prime-registry/store';
import { renderDiffPage } from '@prime-registry/web';

/** The versions to compare. */
interface ComparedVersions {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A comparison, of bounded size. */
export interface Comparison extends StepReport {
  readonly changes: UnplacedChanges;
  /** As a page. */
  readonly page: string;
}

/** Compares two versions: add their atoms, then {@link compare}. */
export class CompareAtomsTask {
  readonly #versions: ComparedVersions;
  readonly #before: ComparedAtom[] = [];
  readonly #after: ComparedAtom[] = [];

  constructor(versions: ComparedVersions) {
    this.#versions = versions;
  }

  addBefore(rows: readonly ComparedRow[]): void {
    for (const row of rows) this.#before.push(decodeComparedAtom(row));
  }

  addAfter(rows: readonly ComparedRow[]): void {
    for (const row of rows) this.#after.push(decodeComparedAtom(row));
  }

  compare(): Comparison {
    const { name } = this.#versions;
    const from = getValue(parseVersion(this.#versions.from));
    const to = getValue(parseVersion(this.#versions.to));
    const diff = diffInventories(this.#before, this.#after);
    const judgement = judgeVersions(from, to, diff.bump);
    return {
      ...reportStep(diff, from, to),
      changes: listChanges({ diff, before: this.#before, after: this.#after }),
      page: renderDiffPage({ name, before: from.full, after: to.full, diff, judgement }),
    };
  }
}
