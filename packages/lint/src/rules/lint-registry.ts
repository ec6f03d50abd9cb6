// The rules that need a registry: copies of atoms, and targets of edges.
import type { Atom } from '@prime-registry/atoms';
import type { FindingList, NewFinding } from '../finding.ts';
import { lintCopy, lintRenamed, type PlacedAtom, placeOf } from './lint-copies.ts';
import type { PrimeFacts } from './lint-manifest.ts';
import type { Holder, RegistryKnowledge } from './registry-knowledge.ts';

/** The ids that {@link lintRegistry} asks about. */
export function listLookups(atoms: readonly Pick<Atom, 'id' | 'edges'>[]): Set<string> {
  const ids = new Set(atoms.map(({ id }) => id));
  for (const { edges } of atoms)
    for (const { target, standing } of edges) if (standing !== 'inside') ids.add(target);
  return ids;
}

/** Compares a Prime with the others of the registries. */
export function lintRegistry(
  { name, requires }: { readonly name: string } & Pick<PrimeFacts, 'requires'>,
  atoms: readonly PlacedAtom[],
  { holdersOf, copiesOf }: RegistryKnowledge,
  findings: FindingList,
): void {
  const required = new Set(requires);
  /** The Primes that edges lead to, and that are not required. */
  const missing = new Map<string, { holder: Holder; first: NewFinding; targets: Set<string> }>();
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
