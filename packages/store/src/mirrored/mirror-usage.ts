// The totals of mirrored data by upstream and scope. Every transaction that adds or removes such data changes
// them by the bytes of the rows that it really adds or removes: several versions share atoms.
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';

/** A change of the total of an upstream and a scope. */
export interface UsageChange {
  /** Base URL of the upstream. */
  readonly origin: string;
  readonly scope: string;
  readonly versions: number;
  readonly sizeBytes: number;
}

const change = prepareQuery((db, row: Schema['mirror_usage']) =>
  db
    .insertInto('mirror_usage')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['origin', 'scope']).doUpdateSet(({ eb, ref }) => ({
        versions: eb('mirror_usage.versions', '+', ref('excluded.versions')),
        size_bytes: eb('mirror_usage.size_bytes', '+', ref('excluded.size_bytes')),
      })),
    ),
);
const removeEmpty = prepareQuery((db, { origin, scope }: Pick<UsageChange, 'origin' | 'scope'>) =>
  db
    .deleteFrom('mirror_usage')
    .where('origin', '=', origin)
    .where('scope', '=', scope)
    .where('versions', '<=', 0)
    .where('size_bytes', '<=', 0),
);

/** Changes totals. The transaction holds the locks of the scopes. */
export async function changeMirrorUsage(
  transaction: Transaction,
  changes: readonly UsageChange[],
): Promise<void> {
  const sums = sumUp(changes);
  await change.each(
    transaction,
    sums.map(({ sizeBytes, ...row }) => ({ ...row, size_bytes: sizeBytes })),
  );
  const lessened = sums.filter(({ versions, sizeBytes }) => versions < 0 || sizeBytes < 0);
  await removeEmpty.each(
    transaction,
    lessened.map(({ origin, scope }) => ({ origin, scope })),
  );
}

/** One change for each upstream and scope, in an order that is the same in every process. */
function sumUp(changes: readonly UsageChange[]): UsageChange[] {
  const sums = new Map<string, UsageChange>();
  for (const { origin, scope, versions, sizeBytes } of changes) {
    const key = `${origin} ${scope}`;
    const before = sums.get(key) ?? { versions: 0, sizeBytes: 0 };
    sums.set(key, {
      ...{ origin, scope },
      versions: before.versions + versions,
      sizeBytes: before.sizeBytes + sizeBytes,
    });
  }
  return [...sums.keys()].toSorted().flatMap((key) => sums.get(key) ?? []);
}
