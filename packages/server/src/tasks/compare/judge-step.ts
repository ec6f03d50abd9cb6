// Judges the differences of two versions.
import { type Bump, diffInventories, findRequiredBump } from '@prime-registry/atoms';
import { type AtomDifferences, type ComparedRow, decodeComparedAtom } from '@prime-registry/store';

/** A step from a version to a later one. */
export interface VersionStep {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** What the changes require. */
  readonly required: Bump;
}

/** A step. An atom that did not change may still have an edge with a verb that the others have lost. */
interface JudgedStep {
  readonly step: VersionStep;
  /** The step by the verbs of all edges of the second version; undefined if these do not matter. */
  readonly resolve: ((verbs: ReadonlySet<string>) => VersionStep) | undefined;
}

/** Judges a step by the atoms that differ. */
export function judgeStep({ before, after }: AtomDifferences): JudgedStep {
  const diff = diffInventories(before.map(decodeComparedAtom), after.map(decodeComparedAtom));
  const counts = { added: diff.added.length, removed: diff.removed.length, changed: diff.changed.length };
  const step = { ...counts, required: diff.bump };
  // Removed atoms require a major step anyway.
  if (diff.removedVerbs.length === 0 || counts.removed > 0) return { step, resolve: undefined };
  return {
    step,
    resolve: (verbs) => {
      const removedVerbs = diff.removedVerbs.filter((verb) => !verbs.has(verb));
      return { ...counts, required: findRequiredBump({ ...diff, removedVerbs }) };
    },
  };
}

/** The verbs of the edges of atoms. */
export function listVerbs(rows: readonly ComparedRow[]): string[] {
  return rows.flatMap((row) => decodeComparedAtom(row).edges.map(({ verb }) => verb));
}
