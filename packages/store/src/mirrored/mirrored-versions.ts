// Records of each mirrored version: the time of its pull and of its last read, and the totals.
import { prepareForMany } from '../sql/batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion } from '../versions/insert/version-insert.ts';
import { countVersionBytes } from '../versions/stored-bytes.ts';
import { changeMirrorUsage, type UsageChange } from './mirror-usage.ts';

const DAY_MS = 86_400_000;

const insert = prepareQuery((db, row: Schema['mirrored_versions']) =>
  db.insertInto('mirrored_versions').values(row),
);

/**
 * Records the mirrored ones of new versions, in the transaction that inserts them, and the bytes of the atoms that were
 * stored with them.
 */
export async function recordMirrored(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
  atomBytes: ReadonlyMap<number, number>,
): Promise<void> {
  const rows: Schema['mirrored_versions'][] = [];
  const changes: UsageChange[] = [];
  for (const { id, insert } of inserted) {
    const { origin, name, act } = insert.version;
    if (origin === undefined) continue;
    const day = Math.floor(act.atMs / DAY_MS);
    rows.push({ version_id: id, pulled_at_ms: act.atMs, last_read_day: day });
    const sizeBytes = countVersionBytes(insert.version) + (atomBytes.get(id) ?? 0);
    changes.push({ origin, scope: name.scope, versions: 1, sizeBytes });
  }
  await insert.each(transaction, rows);
  await changeMirrorUsage(transaction, changes);
}

/** A read of a version. */
interface VersionRead {
  readonly versionId: number;
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
}

const findKnown = prepareForMany((db, versionIds: readonly number[]) =>
  db
    .selectFrom('mirrored_versions')
    .where('version_id', 'in', versionIds)
    .select(['version_id', 'last_read_day']),
);
const note = prepareQuery((db, { versionId, day }: VersionRead) =>
  db
    .updateTable('mirrored_versions')
    .set({ last_read_day: day })
    .where('version_id', '=', versionId)
    .where('last_read_day', '<', day),
);

/**
 * Stores the day of the last read. It writes at most once a day for a mirrored version, and never for one that was
 * published here.
 */
export async function noteReads(transaction: Transaction, reads: readonly VersionRead[]): Promise<void> {
  const known = await findKnown(
    transaction,
    reads.map(({ versionId }) => versionId),
  );
  const lastDays = new Map(known.map((row) => [row.version_id, row.last_read_day]));
  // In the order of the reads, which is the same in every process: see downloads.ts.
  for (const read of reads) {
    if ((lastDays.get(read.versionId) ?? read.day) < read.day) await note(transaction, read);
  }
}
