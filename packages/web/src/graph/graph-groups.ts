// The atoms of a graph by kind: the order of the list, and of the atoms in the picture.
import type { GraphAtom } from '@prime-registry/store';

export interface KindGroup {
  readonly kind: string;
  readonly atoms: readonly GraphAtom[];
}

const natural = new Intl.Collator('en', { numeric: true });

/** The most frequent kind first; atoms by id, with numbers in their order. */
export function groupByKind(atoms: readonly GraphAtom[]): KindGroup[] {
  return [...Map.groupBy(atoms, ({ kind }) => kind)]
    .map(
      ([kind, ofKind]): KindGroup => ({
        kind,
        atoms: ofKind.toSorted((a, b) => natural.compare(a.id, b.id)),
      }),
    )
    .toSorted((a, b) => b.atoms.length - a.atoms.length || (a.kind < b.kind ? -1 : 1));
}
