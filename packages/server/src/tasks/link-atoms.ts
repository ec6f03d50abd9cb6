// The edges of a version, seen from their targets.
import { createPause } from '@prime-registry/concurrency';
import { decodeGraphAtom, type GraphRow } from '@prime-registry/store';
import { AtomLinker, type AtomLinks } from '@prime-registry/web';

/** Links all atoms of a version; other work has its turn in between. */
export async function linkAtoms(batches: AsyncIterable<readonly GraphRow[]>): Promise<AtomLinks> {
  const linker = new AtomLinker();
  const pause = createPause();
  for await (const rows of batches) {
    for (const row of rows) {
      linker.add(linker.isFull ? { id: row.atom, kind: row.kind, edges: [] } : decodeGraphAtom(row));
      await pause();
    }
  }
  return linker.finish();
}
