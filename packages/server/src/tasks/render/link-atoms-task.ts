// The atoms of a version for links between their pages: in reading order, with the edges that lead to each.
import { isReadFirst, type OrderedAtom, orderForReading } from '@prime-registry/knowledge';
import { decodeGraphAtom, type GraphRow } from '@prime-registry/store';
import { AtomLinker, type LinkColumns } from '@prime-registry/web';

/** Links the atoms of a version: {@link add} them, sorted by id, then {@link finish}. */
export class LinkAtomsTask {
  readonly #linker = new AtomLinker();
  /** Edges inside of the version. */
  readonly #linked: OrderedAtom[] = [];

  /** @param rows - edges that lead out of the version are ignored, and may be left out */
  add(rows: readonly GraphRow[]): void {
    for (const row of rows) {
      const atom = decodeGraphAtom(row);
      const { id, edges } = atom;
      this.#linker.add(id, atom);
      this.#linked.push({ id, edges: edges.filter(({ standing }) => standing === 'inside') });
    }
  }

  finish(): LinkColumns {
    for (const { id, edges } of this.#linked)
      for (const { verb, target } of edges) this.#linker.link(id, verb, target);
    const ordered = this.#linked.map(({ id, edges }) => ({
      id,
      edges: edges.filter(({ verb }) => isReadFirst(verb)),
    }));
    return this.#linker.finish(orderForReading(ordered));
  }
}
