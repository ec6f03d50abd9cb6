// Turns a diff into the shape of the wire format.
import { type AtomDiff, MAX_DIFF_ENTRIES, MAX_RULE_REASONS } from '@prime-registry/protocol';
import type { ComparedAtom, InventoryDiff } from './inventory-diff.ts';
import type { VersionJudgement } from './judge-versions.ts';
import { listReasons } from './reasons.ts';

/** Where the target of an edge is. */
type Standing = AtomDiff['edges_gained'][number]['standing'];

/** A diff and the two compared versions. */
export interface Compared {
  readonly diff: InventoryDiff;
  readonly before: Iterable<ComparedAtom>;
  readonly after: Iterable<ComparedAtom>;
  /** Where the target of an edge of the second version is. */
  readonly placeOf: (target: string) => Standing;
}

/** The number of changes of each kind. */
export function countChanges(diff: InventoryDiff): AtomDiff['counts'] {
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

/** The verdict of the version rule. */
export function describeRule(
  diff: InventoryDiff,
  { isRespected, suggestion, message }: VersionJudgement,
): AtomDiff['rule'] {
  return {
    required: diff.bump,
    respected: isRespected,
    ...(suggestion !== undefined && { suggestion }),
    message,
    reasons: isRespected ? [] : listReasons(diff).slice(0, MAX_RULE_REASONS),
  };
}

/** The changes, each list with at most 1,000 entries. */
export function listChanges({
  diff,
  before,
  after,
  placeOf,
}: Compared): Omit<AtomDiff, 'name' | 'from' | 'to' | 'rule' | 'counts'> {
  const [old, young] = [byId(before), byId(after)];
  const edgesOf = (side: 'gained' | 'lost') =>
    firstOf(diff.edges.flatMap((edges) => edges[side].map((edge) => ({ verb: edges.verb, ...edge }))));
  return {
    added: firstOf(diff.added).map((id) => named(young, id)),
    removed: firstOf(diff.removed).map((id) => named(old, id)),
    changed: firstOf(diff.changed).map(({ id, fields }) => ({ ...named(young, id), fields: [...fields] })),
    edges_gained: edgesOf('gained').map((edge) => ({ ...edge, standing: placeOf(edge.target) })),
    edges_lost: edgesOf('lost'),
    removed_verbs: firstOf(diff.removedVerbs),
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
