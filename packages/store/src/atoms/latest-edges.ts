// The index of edges that leave their Prime, of latest versions. Like latest_atoms, only differences are written.
import type { Edge } from '@prime-registry/atoms';
import { prepareForMany } from '../sql/batches.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { LatestAtomsChange } from './latest-atoms.ts';

/** Most targets of an atom, and most rows of a publish, that are indexed: a hostile Prime has millions of edges. */
const MAX_OF_ATOM = 64;
const MAX_OF_CHANGE = 20_000;
const AT_A_TIME = 100;

const readLeaving = prepareForMany((db, ids: readonly number[]) =>
  db
    .selectFrom('atom_contents')
    .where('id', 'in', ids)
    .where((query) =>
      query.or([query('edges', 'like', '%"outside"]%'), query('edges', 'like', '%"dangling"]%')]),
    )
    .select(['id', 'edges']),
);
const insertEdges = prepareForMany((db, rows: readonly Schema['latest_edges'][]) =>
  db.insertInto('latest_edges').values(rows),
);
const deleteEdges = prepareForMany((db, rows: readonly { readonly primeId: number; readonly id: number }[]) =>
  db
    .deleteFrom('latest_edges')
    .where(({ eb, or, and }) =>
      or(rows.map(({ primeId, id }) => and([eb('prime_id', '=', primeId), eb('content_id', '=', id)]))),
    ),
);

/** Updates the edges of Primes whose latest atoms changed. */
export async function refreshLatestEdges(
  transaction: Transaction,
  changes: readonly LatestAtomsChange[],
): Promise<void> {
  const gone = changes.flatMap(({ primeId, went }) => went.map((id) => ({ primeId, id })));
  await deleteEdges(transaction, gone);
  for (const { primeId, came } of changes) {
    let left = MAX_OF_CHANGE;
    for (let at = 0; at < came.length && left > 0; at += AT_A_TIME) {
      const contents = await readLeaving(transaction, came.slice(at, at + AT_A_TIME));
      const rows = contents.flatMap(({ id, edges }) => toRows(primeId, id, edges)).slice(0, left);
      left -= rows.length;
      await insertEdges(transaction, rows);
    }
  }
}

function toRows(primeId: number, contentId: number, json: string): Schema['latest_edges'][] {
  const edges = JSON.parse(json) as [string, string, Edge['standing']][];
  const leaving = edges.filter(([, , standing]) => standing !== 'inside');
  const byTarget = [...Map.groupBy(leaving, ([, target]) => target)].slice(0, MAX_OF_ATOM);
  return byTarget.map(([target, all]) => ({
    target,
    prime_id: primeId,
    content_id: contentId,
    verbs: all.map(([verb]) => verb).join(','),
  }));
}
