// The edges of a version, seen from their targets.
import { setImmediate } from 'node:timers/promises';
import { decodeGraphAtom, type GraphRow } from '@prime-registry/store';
import { AtomLinker, type AtomLinks } from '@prime-registry/web';

const ROWS_AT_A_TIME = 50;

/** Links all atoms of a version, in pieces of some milliseconds. */
export async function linkAtoms(rows: readonly GraphRow[]): Promise<AtomLinks> {
  const linker = new AtomLinker();
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    if (at > 0) await setImmediate();
    for (const row of rows.slice(at, at + ROWS_AT_A_TIME)) {
      linker.add(linker.isFull ? { id: row.atom, kind: row.kind, edges: [] } : decodeGraphAtom(row));
    }
  }
  return linker.finish();
}
