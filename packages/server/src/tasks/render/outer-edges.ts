// Edges that leave a version.
import { type GraphRow, hasInsideEdges } from '@prime-registry/store';

/** Leaves out the edges of atoms whose edges all leave the version, unread: a hostile one may have nothing else. */
export async function* withoutOuterEdges(
  batches: AsyncIterable<readonly GraphRow[]>,
): AsyncGenerator<GraphRow[]> {
  for await (const batch of batches)
    yield batch.map((row) => (hasInsideEdges(row.edges) ? row : { ...row, edges: '[]' }));
}
