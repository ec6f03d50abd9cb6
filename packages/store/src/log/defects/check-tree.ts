// Recomputes the tree of the log from its entries.
import { appendLeaves, type Edge, EMPTY_EDGE, leafHash, type TileNode } from '@prime-registry/tlog';
import type { Database } from '../../sql/schema.ts';
import { sha256 } from '../sha256.ts';

/** @param report - called with each defect */
export function createTreeCheck(db: Database, report: (defect: string) => void) {
  let edge: Edge = EMPTY_EDGE;

  async function compareNode({ level, position, hash }: TileNode): Promise<void> {
    const stored = await db
      .selectFrom('log_nodes')
      .where('level', '=', level)
      .where('position', '=', position)
      .select('hash')
      .executeTakeFirst();
    if (stored !== undefined && Buffer.compare(stored.hash, hash) === 0) return;
    const what = stored === undefined ? 'is missing' : 'is not that of its entries';
    report(`the node ${position} of level ${level} of the log ${what}`);
  }

  return {
    /** Adds the next entries. */
    async add(entries: readonly Uint8Array[]): Promise<void> {
      const leaves = entries.map((entry) => leafHash(sha256, entry));
      const appended = appendLeaves(sha256, edge, leaves);
      edge = appended.edge;
      for (const node of appended.nodes) await compareNode(node);
    },

    /** Compares with the state, after its last entry. */
    finish(stored: Edge): void {
      const isSame =
        stored.hashes.length === edge.hashes.length &&
        stored.hashes.every((hash, index) => Buffer.compare(hash, edge.hashes[index] ?? hash) === 0);
      if (!isSame) report(`the state of the log is not that of its ${stored.size} entries`);
    },
  };
}
