// Compares the atoms of two versions.
import {
  type ComparedAtom,
  diffInventories,
  listChanges,
  reportStep,
  type StepReport,
  type UnplacedChanges,
} from '@prime-registry/atoms';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { type ComparedRow, decodeComparedAtom } from '@prime-registry/store';
import type { DiffOutline } from '@prime-registry/web';
import { outlineDiff } from './compared-outline.ts';

/** The versions to compare. */
interface ComparedVersions {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A comparison, of bounded size. */
export interface Comparison extends StepReport {
  readonly changes: UnplacedChanges;
  /** For a page. */
  readonly outline: DiffOutline;
}

/** Compares two versions: add their atoms, then {@link compare}. */
export class CompareAtomsTask {
  readonly #versions: ComparedVersions;
  readonly #before = new Map<string, ComparedRow>();
  readonly #after = new Map<string, ComparedRow>();

  constructor(versions: ComparedVersions) {
    this.#versions = versions;
  }

  addBefore(rows: readonly ComparedRow[]): void {
    for (const row of rows) this.#before.set(row.atom, row);
  }

  addAfter(rows: readonly ComparedRow[]): void {
    for (const row of rows) this.#after.set(row.atom, row);
  }

  compare(): Comparison {
    const { name } = this.#versions;
    const from = getValue(parseVersion(this.#versions.from));
    const to = getValue(parseVersion(this.#versions.to));
    const [before, after] = [decodeAll(this.#before), decodeAll(this.#after)];
    const diff = diffInventories(before, after);
    const report = reportStep(diff, from, to);
    const changes = listChanges({ diff, before, after });
    const versions = { name, before: from.full, after: to.full };
    const sides = { before: this.#before, after: this.#after };
    return { ...report, changes, outline: outlineDiff({ versions, diff, report, changes, ...sides }) };
  }
}

function decodeAll(rows: ReadonlyMap<string, ComparedRow>): ComparedAtom[] {
  return Array.from(rows.values(), decodeComparedAtom);
}
