// What is kept of each version that came from another registry: when it came, when it was last read, and how much all of them are.
import type { Transaction } from 'kysely';
import { prepareForMany } from './atoms/batches.ts';
import { prepareQuery } from './prepared-query.ts';
import type { NewVersion } from './registry-store.ts';
import type { Schema } from './schema.ts';

const DAY_MS = 86_400_000;

/** Makes a function that counts a version that has come; in the transaction that inserts it. */
export function createMirroredRecorder() {
  const insert = prepareQuery((db, row: Schema['mirrored_versions']) =>
    db.insertInto('mirrored_versions').values(row),
  );
  const addUsage = prepareQuery((db, row: { origin: string; scope: string; size_bytes: number }) =>
    db
      .insertInto('mirror_usage')
      .values({ ...row, versions: 1 })
      .onConflict((conflict) =>
        conflict.columns(['origin', 'scope']).doUpdateSet(({ eb, ref }) => ({
          versions: eb('mirror_usage.versions', '+', 1),
          size_bytes: eb('mirror_usage.size_bytes', '+', ref('excluded.size_bytes')),
        })),
      ),
  );

  return async (
    transaction: Transaction<Schema>,
    versionId: number,
    origin: string,
    { name: { scope }, sizeBytes, act: { atMs } }: NewVersion,
  ): Promise<void> => {
    const row = { version_id: versionId, pulled_at_ms: atMs, last_read_day: Math.floor(atMs / DAY_MS) };
    await insert(transaction, row);
    await addUsage(transaction, { origin, scope, size_bytes: sizeBytes });
  };
}

/** A version that was read on a day. */
interface VersionRead {
  readonly versionId: number;
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
}

/**
 * Makes a function that notes on which day versions were last read. Once a day there is something to write for a version of
 * another registry, and never for one that was published here.
 */
export function createReadNoter() {
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

  return async (transaction: Transaction<Schema>, reads: readonly VersionRead[]): Promise<void> => {
    const known = await findKnown(
      transaction,
      reads.map(({ versionId }) => versionId),
    );
    const lastDays = new Map(known.map((row) => [row.version_id, row.last_read_day]));
    // In the order of the reads, which is everybody's: see downloads.ts.
    for (const read of reads) {
      if ((lastDays.get(read.versionId) ?? read.day) < read.day) await note(transaction, read);
    }
  };
}
