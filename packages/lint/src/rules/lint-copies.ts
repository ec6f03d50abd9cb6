// The rules about atoms that another Prime has, too.
import { type Atom, contentKeyOf, isAtomId, type KeyedAtom } from '@prime-registry/atoms';
import { scopeOf } from '@prime-registry/protocol';
import type { FindingList, NewFinding } from '../finding.ts';
import { toColumn } from './lint-edges.ts';
import type { Holder, RegistryKnowledge } from './registry-knowledge.ts';

export type PlacedAtom = Pick<Atom, 'id' | 'path' | 'line' | 'edges' | 'hash'> & KeyedAtom;

/** A copy in a foreign Prime is not the fault of the Prime that owns the scope. @returns whether there is a finding */
export function lintCopy(
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
export function lintRenamed(
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

export function placeOf({ id, path, line }: Pick<Atom, 'id' | 'path' | 'line'>): Omit<NewFinding, 'message'> {
  return { path, line, column: toColumn(line), atom: id };
}
