// The rules that need a registry: copies of atoms, and targets of edges.

import { type Atom, contentKeyOf, isAtomId, type KeyedAtom } from '@prime-registry/atoms';
import { scopeOf } from '@prime-registry/protocol';
import type { FindingList, NewFinding } from '../finding.ts';
import { toColumn } from './lint-edges.ts';

/** A Prime whose latest version has an atom. */
export interface Holder {
  readonly name: string;
  readonly version: string;
  /** The hash of the atom there. */
  readonly hash: string;
}

/** An atom that says the same as one of the Prime. */
export interface Copy {
  readonly id: string;
  /** The Prime that has it, and its latest version. */
  readonly name: string;
  readonly version: string;
}

/** What the registries know about some atoms. */
export interface RegistryKnowledge {
  /** The Primes that have an atom, except the one to lint, best first. */
  holdersOf(atomId: string): readonly Holder[];
  /** The atoms with a content key, those of the oldest Primes first, also of the Prime to lint. */
  copiesOf(contentKey: string): readonly Copy[];
}

/** An atom as these rules need it. */
export type PlacedAtom = Pick<Atom, 'id' | 'path' | 'line' | 'edges' | 'hash'> & KeyedAtom;

/** The ids that {@link lintRegistry} asks about. */
export function listLookups(atoms: readonly Pick<Atom, 'id' | 'edges'>[]): Set<string> {
  const ids = new Set(atoms.map(({ id }) => id));
  for (const { edges } of atoms)
    for (const { target, standing } of edges) if (standing !== 'inside') ids.add(target);
  return ids;
}

/** A Prime to compare. */
export interface ComparedPrime {
  readonly name: string;
  /** Names of the Primes that it requires. */
  readonly requires: readonly string[];
}

/** Compares a Prime with the others of the registries. */
export function lintRegistry(
  { name, requires }: ComparedPrime,
  atoms: readonly PlacedAtom[],
  { holdersOf, copiesOf }: RegistryKnowledge,
  findings: FindingList,
): void {
  const required = new Set(requires);
  const missing = new Map<string, MissingPrime>();
  for (const atom of atoms) {
    if (!lintCopy(name, atom, holdersOf(atom.id), findings)) lintRenamed(name, atom, copiesOf, findings);
    for (const { verb, target, standing } of atom.edges) {
      const holders = standing === 'inside' ? [] : holdersOf(target);
      if (standing === 'inside' || holders.some((holder) => required.has(holder.name))) continue;
      const [holder] = holders;
      const place = { ...placeOf(atom), target };
      if (holder !== undefined) {
        const message = `the edge '${verb}' of ${atom.id} leads to ${target} in ${holder.name} ${holder.version}`;
        const known = missing.get(holder.name);
        if (known === undefined)
          missing.set(holder.name, { holder, first: { ...place, message }, targets: new Set([target]) });
        else known.targets.add(target);
      } else if (standing === 'outside') {
        const message = `the edge '${verb}' of ${atom.id} leads to ${target}, which no Prime of the registries has`;
        findings.add('unknown-target', () => ({ ...place, message }));
      }
    }
  }
  for (const { holder, first, targets } of missing.values()) {
    const more = targets.size > 1 ? `, and other edges to ${targets.size - 1} more of its atoms` : '';
    const remedy = `add '"${holder.name}": ^${holder.version}' to 'requires' in pack.yaml`;
    findings.add('missing-requirement', () => ({ ...first, message: `${first.message}${more}`, remedy }));
  }
}

/** A Prime that edges lead to, and that is not required. */
interface MissingPrime {
  readonly holder: Holder;
  readonly first: NewFinding;
  readonly targets: Set<string>;
}

/** A copy in a foreign Prime is not the fault of the Prime that owns the scope. @returns whether there is a finding */
function lintCopy(
  name: string,
  atom: PlacedAtom,
  holders: readonly Holder[],
  findings: FindingList,
): boolean {
  const isOwn = (prime: string): boolean => scopeOf(prime) === scopeOf(atom.id);
  const others = isOwn(name) ? holders.filter((holder) => isOwn(holder.name)) : holders;
  const same = others.find(({ hash }) => hash === atom.hash);
  const [other] = others;
  if (same !== undefined) {
    const message = `${same.name} ${same.version} has the same atom ${atom.id}`;
    findings.add('copied-atom', () => ({ ...placeOf(atom), message }));
  } else if (other !== undefined) {
    const message = `${other.name} ${other.version} has an atom ${atom.id} with other content`;
    findings.add('taken-id', () => ({ ...placeOf(atom), message }));
  }
  return other !== undefined;
}

/** The Prime that was created first counts as the origin of what both say. */
function lintRenamed(
  name: string,
  atom: PlacedAtom,
  copiesOf: RegistryKnowledge['copiesOf'],
  findings: FindingList,
): void {
  const key = contentKeyOf(atom);
  // A registry can answer any text as an id; it becomes part of the message.
  const [first] = (key === undefined ? [] : copiesOf(key)).filter(
    (copy) => isAtomId(copy.id) && (copy.id !== atom.id || copy.name === name),
  );
  if (first === undefined || first.name === name) return;
  const message = `${first.name} ${first.version} has an atom ${first.id} that says the same as ${atom.id}`;
  findings.add('copied-atom', () => ({ ...placeOf(atom), message }));
}

function placeOf({ id, path, line }: PlacedAtom): Omit<NewFinding, 'message'> {
  return { path, line, column: toColumn(line), atom: id };
}
