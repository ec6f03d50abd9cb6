// What only a registry knows: who else has an atom, and who has the target of an edge.

import type { Atom } from '@prime-registry/atoms';
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

/** What the registries know about some atoms. */
export interface RegistryKnowledge {
  /** The Primes that have an atom, except the one to lint, best first. */
  holdersOf(atomId: string): readonly Holder[];
}

/** An atom as these rules need it. */
export type PlacedAtom = Pick<Atom, 'id' | 'path' | 'line' | 'edges' | 'hash'>;

/** The ids that {@link lintRegistry} asks about. */
export function listLookups(atoms: readonly Pick<Atom, 'id' | 'edges'>[]): Set<string> {
  const ids = new Set(atoms.map(({ id }) => id));
  for (const { edges } of atoms)
    for (const { target, standing } of edges) if (standing !== 'inside') ids.add(target);
  return ids;
}

/** Compares a Prime with the others of the registries. @param name - of the Prime */
export function lintRegistry(
  name: string,
  atoms: readonly PlacedAtom[],
  { holdersOf }: RegistryKnowledge,
  findings: FindingList,
): void {
  const led = new Map<string, { readonly first: NewFinding; readonly targets: Set<string> }>();
  for (const atom of atoms) {
    lintCopy(name, atom, holdersOf(atom.id), findings);
    for (const { verb, target, standing } of atom.edges) {
      if (standing === 'inside') continue;
      const [holder] = holdersOf(target);
      const place = { ...placeOf(atom), target };
      if (holder !== undefined) {
        const known = led.get(holder.name);
        known?.targets.add(target);
        const message = `the edge '${verb}' of ${atom.id} leads to ${target} in ${holder.name} ${holder.version}`;
        if (known === undefined)
          led.set(holder.name, { first: { ...place, message }, targets: new Set([target]) });
      } else if (standing === 'outside') {
        const message = `the edge '${verb}' of ${atom.id} leads to ${target}, which no Prime of the registries has`;
        findings.add('unknown-target', () => ({ ...place, message }));
      }
    }
  }
  for (const { first, targets } of led.values()) {
    const more = targets.size > 1 ? `; ${targets.size - 1} more atoms of that Prime are targets` : '';
    findings.add('outside-edge', () => ({ ...first, message: `${first.message}${more}` }));
  }
}

/** A copy in a foreign Prime is not the fault of the Prime that owns the scope. */
function lintCopy(name: string, atom: PlacedAtom, holders: readonly Holder[], findings: FindingList): void {
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
}

function placeOf({ id, path, line }: PlacedAtom): Omit<NewFinding, 'message'> {
  return { path, line, column: toColumn(line), atom: id };
}
