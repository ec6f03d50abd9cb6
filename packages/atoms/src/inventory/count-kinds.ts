// The number of atoms of each kind.
import type { Atom } from '../atom.ts';
import { compareText } from '../hash/canonical-json.ts';

/** Counts atoms by kind, sorted by kind. */
export function countKinds(atoms: readonly Pick<Atom, 'kind'>[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of atoms) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => ({ kind, count })).toSorted((a, b) =>
    compareText(a.kind, b.kind),
  );
}
