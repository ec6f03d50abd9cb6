// The edges of a version, seen from their targets.
import { setImmediate } from 'node:timers/promises';
import { decodeGraphAtom, type GraphRow } from '@prime-registry/store';
import { AtomLinker, type AtomLinks } from '@prime-registry/web';

/** Links all atoms of a version; other work has its turn after each batch. */
export async function linkAtoms(batches: AsyncIterable<readonly GraphRow[]>): Promise<AtomLinks> {
  const linker = new AtomLinker();
  for await (const rows of batches) {
    for (const row of rows) {
      linker.add(linker.isFull ? { id: row.atom, kind: row.kind, edges: [] } : decodeGraphAtom(row));
    }
    await setImmediate();
  }
  return linker.finish();
}
