// The changes between two versions of a Prime.
import type { Atom, BareEdge } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';
import { type Bump, findRequiredBump } from './required-bump.ts';

/** The part of an {@link Atom} that a comparison needs. */
export type ComparedAtom = Pick<Atom, 'id' | 'kind' | 'name' | 'hash' | 'origin' | 'fields'> & {
  readonly edges: readonly BareEdge[];
};

export interface ChangedAtom {
  readonly id: string;
  /**
   * The fields that differ, sorted; `kind` and `name` are those before the brace. Of a source and a compiled
   * form only fields that both have are compared.
   */
  readonly fields: readonly string[];
}

export interface PlacedEdge {
  readonly from: string;
  readonly target: string;
}

/** Edges of one verb that are in only one version, sorted. */
export interface VerbChange {
  readonly verb: string;
  readonly gained: readonly PlacedEdge[];
  readonly lost: readonly PlacedEdge[];
}

/** The changes from one version to the next; every list is sorted. */
export interface InventoryDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedAtom[];
  /** Verbs whose edges differ. */
  readonly edges: readonly VerbChange[];
  /** Verbs whose last edge was removed. */
  readonly removedVerbs: readonly string[];
  /** The version step that the rule of the protocol requires. */
  readonly bump: Bump;
}

/** Compares two inventories, each without duplicate ids. */
export function diffInventories(
  before: readonly ComparedAtom[],
  after: readonly ComparedAtom[],
): InventoryDiff {
  const old = new Map(before.map((atom) => [atom.id, atom]));
  const young = new Map(after.map((atom) => [atom.id, atom]));
  const idsOf = (atoms: Iterable<string>): string[] => [...atoms].toSorted(compareText);
  const added = idsOf([...young.keys()].filter((id) => !old.has(id)));
  const removed = idsOf([...old.keys()].filter((id) => !young.has(id)));
  const changed = idsOf(old.keys()).flatMap((id) => compareAtoms(old.get(id), young.get(id)));
  const edges = compareEdges(old, young);
  const verbs = new Set(after.flatMap((atom) => atom.edges.map(({ verb }) => verb)));
  const removedVerbs = edges.map(({ verb }) => verb).filter((verb) => !verbs.has(verb));
  const changes = { added, removed, changed, edges, removedVerbs };
  return { ...changes, bump: findRequiredBump(changes) };
}

function compareAtoms(old: ComparedAtom | undefined, young: ComparedAtom | undefined): ChangedAtom[] {
  if (old === undefined || young === undefined || old.hash === young.hash) return [];
  const fields = compareFields(old, young);
  if (old.kind !== young.kind) fields.push('kind');
  if (old.name !== young.name) fields.push('name');
  // A source and a compiled form may differ only in fields that one of them lacks.
  if (fields.length === 0 && old.origin !== young.origin) return [];
  return [{ id: old.id, fields: fields.toSorted(compareText) }];
}

function compareFields(old: ComparedAtom, young: ComparedAtom): string[] {
  const oldFields = new Map(old.fields.map(({ field, fingerprint }) => [field, fingerprint]));
  const youngFields = new Map(young.fields.map(({ field, fingerprint }) => [field, fingerprint]));
  const isSameForm = old.origin === young.origin;
  return [...new Set([...oldFields.keys(), ...youngFields.keys()])].filter((field) => {
    const isInBoth = oldFields.has(field) && youngFields.has(field);
    return (isSameForm || isInBoth) && oldFields.get(field) !== youngFields.get(field);
  });
}

type AtomsById = ReadonlyMap<string, ComparedAtom>;

function compareEdges(old: AtomsById, young: AtomsById): VerbChange[] {
  const changes = new Map<string, { verb: string; gained: PlacedEdge[]; lost: PlacedEdge[] }>();
  const changesOf = (verb: string) => {
    const known = changes.get(verb) ?? { verb, gained: [], lost: [] };
    changes.set(verb, known);
    return known;
  };
  // Atom by atom, so that only what differs takes memory.
  for (const id of [...new Set([...old.keys(), ...young.keys()])].toSorted(compareText)) {
    const [oldEdges, youngEdges] = [groupTargets(old.get(id)), groupTargets(young.get(id))];
    for (const [verb, targets] of youngEdges) {
      for (const target of listMissing(targets, oldEdges.get(verb)))
        changesOf(verb).gained.push({ from: id, target });
    }
    for (const [verb, targets] of oldEdges) {
      for (const target of listMissing(targets, youngEdges.get(verb)))
        changesOf(verb).lost.push({ from: id, target });
    }
  }
  return [...changes.values()].toSorted((a, b) => compareText(a.verb, b.verb));
}

/** The targets of an atom's edges by verb. */
function groupTargets(atom: ComparedAtom | undefined): Map<string, Set<string>> {
  const byVerb = Map.groupBy(atom?.edges ?? [], ({ verb }) => verb);
  return new Map([...byVerb].map(([verb, edges]) => [verb, new Set(edges.map(({ target }) => target))]));
}

/** Sorted. */
function listMissing(targets: ReadonlySet<string>, others: ReadonlySet<string> = new Set()): string[] {
  return [...targets.difference(others)].toSorted(compareText);
}
