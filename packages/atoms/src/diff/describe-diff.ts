// Turns a diff into the shape of the wire format: plain data of bounded size.
import { type AtomDiff, MAX_DIFF_ENTRIES, MAX_RULE_REASONS, type Version } from '@prime-registry/protocol';
import type { ComparedAtom, InventoryDiff } from './inventory-diff.ts';
import { judgeVersions } from './judge-versions.ts';
import { listReasons } from './reasons.ts';

type Standing = AtomDiff['edges_gained'][number]['standing'];

/** A diff and the two compared versions. */
export interface Compared {
  readonly diff: InventoryDiff;
  readonly before: Iterable<ComparedAtom>;
  readonly after: Iterable<ComparedAtom>;
}

/** A step from one version to the next: how much changed, and the verdict of the version rule. */
export interface StepReport {
  readonly counts: AtomDiff['counts'];
  readonly rule: AtomDiff['rule'];
  /** The number of all reasons for the step that is required. */
  readonly reasonCount: number;
}

/** The changes before it is known where the targets of new edges are. */
export interface UnplacedChanges
  extends Pick<AtomDiff, 'added' | 'removed' | 'changed' | 'edges_lost' | 'removed_verbs'> {
  /** `isInside`: whether the second version has the target. */
  readonly edges_gained: readonly (Omit<AtomDiff['edges_gained'][number], 'standing'> & {
    readonly isInside: boolean;
  })[];
}

export function reportStep(diff: InventoryDiff, from: Version, to: Version): StepReport {
  const { isRespected, suggestion, message } = judgeVersions(from, to, diff.bump);
  const reasons = listReasons(diff);
  return {
    counts: countChanges(diff),
    rule: {
      required: diff.bump,
      respected: isRespected,
      ...(suggestion !== undefined && { suggestion }),
      message,
      reasons: isRespected ? [] : reasons.slice(0, MAX_RULE_REASONS),
    },
    reasonCount: reasons.length,
  };
}

function countChanges(diff: InventoryDiff): AtomDiff['counts'] {
  const { added, removed, changed, edges, removedVerbs } = diff;
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    edges_gained: edges.reduce((sum, { gained }) => sum + gained.length, 0),
    edges_lost: edges.reduce((sum, { lost }) => sum + lost.length, 0),
    removed_verbs: removedVerbs.length,
  };
}

/** The changes, each list with at most 1,000 entries. */
export function listChanges({ diff, before, after }: Compared): UnplacedChanges {
  const [old, young] = [byId(before), byId(after)];
  const edgesOf = (side: 'gained' | 'lost') =>
    firstOf(diff.edges.flatMap((edges) => edges[side].map((edge) => ({ verb: edges.verb, ...edge }))));
  return {
    added: firstOf(diff.added).map((id) => named(young, id)),
    removed: firstOf(diff.removed).map((id) => named(old, id)),
    changed: firstOf(diff.changed).map(({ id, fields }) => ({ ...named(young, id), fields: [...fields] })),
    edges_gained: edgesOf('gained').map((edge) => ({ ...edge, isInside: young.has(edge.target) })),
    edges_lost: edgesOf('lost'),
    removed_verbs: firstOf(diff.removedVerbs),
  };
}

/**
 * Adds where the targets of the new edges are.
 * @param placeOf - for targets that the second version does not have
 */
export function placeChanges(
  { edges_gained, ...changes }: UnplacedChanges,
  placeOf: (target: string) => Standing,
): Omit<AtomDiff, 'name' | 'from' | 'to' | 'rule' | 'counts'> {
  return {
    ...changes,
    edges_gained: edges_gained.map(({ isInside, ...edge }) => ({
      ...edge,
      standing: isInside ? 'inside' : placeOf(edge.target),
    })),
  };
}

type Atoms = ReadonlyMap<string, ComparedAtom>;

function byId(atoms: Iterable<ComparedAtom>): Atoms {
  return new Map(Array.from(atoms, (atom) => [atom.id, atom]));
}

function named(atoms: Atoms, id: string): { id: string; kind: string; name: string } {
  const { kind = '', name = '' } = atoms.get(id) ?? {};
  return { id, kind, name };
}

function firstOf<T>(list: readonly T[]): T[] {
  return list.slice(0, MAX_DIFF_ENTRIES);
}
