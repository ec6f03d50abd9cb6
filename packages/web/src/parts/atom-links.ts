// The atoms of a version by id, and the edges that lead to each.
import type { GraphAtom } from '@prime-registry/store';

/** An edge, seen from its target. */
interface BackLink {
  readonly verb: string;
  readonly id: string;
}

/** What the page of an atom needs about all other atoms. */
export interface AtomLinks {
  readonly kinds: ReadonlyMap<string, string>;
  readonly ledFrom: ReadonlyMap<string, readonly BackLink[]>;
  /** Number of atoms and edges. */
  readonly size: number;
}

export function linkAtoms(atoms: readonly GraphAtom[]): AtomLinks {
  const kinds = new Map(atoms.map(({ id, kind }) => [id, kind]));
  const ledFrom = new Map<string, BackLink[]>();
  let size = atoms.length;
  for (const { id, edges } of atoms) {
    for (const { verb, target } of edges) {
      const links = ledFrom.get(target);
      if (links === undefined) ledFrom.set(target, [{ verb, id }]);
      else links.push({ verb, id });
    }
    size += edges.length;
  }
  return { kinds, ledFrom, size };
}
