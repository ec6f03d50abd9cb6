// The atoms of a version for links between their pages: in reading order, with the edges that lead to each.
import { createPause } from '@prime-registry/concurrency';
import { isReadFirst, type OrderedAtom, orderWithPauses } from '@prime-registry/knowledge';
import { decodeGraphAtom, type GraphRow } from '@prime-registry/store';
import { AtomLinker, type AtomLinks } from '@prime-registry/web';

/** Links all atoms of a version; other work has its turn in between. */
export async function linkAtoms(batches: AsyncIterable<readonly GraphRow[]>): Promise<AtomLinks> {
  const linker = new AtomLinker();
  const ordered: OrderedAtom[] = [];
  const pause = createPause();
  for await (const rows of batches) {
    for (const row of rows) {
      const atom = decodeGraphAtom(row);
      const edges = linker.add(atom).filter(({ verb }) => isReadFirst(verb));
      ordered.push({ id: atom.id, edges });
      await pause();
    }
  }
  return linker.finish(await orderWithPauses(ordered, pause));
}
