// The entries of versions that are not in the log, whatever the reason.
import type { Database, Transaction } from '../sql/schema.ts';
import { decodeProvenance } from '../versions/stored-provenance.ts';
import { promotedFrom } from '../versions/version-rows.ts';
import type { NewLogEntry } from './append-entries.ts';
import { describeImport } from './version-entry.ts';

/** Ids of versions. */
export interface IdRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly to: number;
}

/** The versions of a range that are not in the log, by id. */
export function selectUnlogged(db: Database, { after, to }: IdRange) {
  return db
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .leftJoin('logged_versions', (join) =>
      join
        .onRef('logged_versions.version_id', '=', 'versions.id')
        // PostgreSQL may merge both tables by id. It does not conclude that the range is that of both.
        .on('logged_versions.version_id', '>', after)
        .on('logged_versions.version_id', '<=', to),
    )
    .where('versions.id', '>', after)
    .where('versions.id', '<=', to)
    .where('logged_versions.entry_index', 'is', null)
    .orderBy('versions.id');
}

/** Their entries. @param atMs - when they get into the log */
export async function describeUnlogged(
  transaction: Transaction,
  range: IdRange,
  atMs: number,
): Promise<NewLogEntry[]> {
  const rows = await selectUnlogged(transaction, range)
    .select([
      ...(['primes.name', 'versions.id', 'version', 'sha256', 'size_bytes', 'published_at_ms'] as const),
      ...(['published_by', 'source_manifest', 'origin', 'promoted_from'] as const),
      ...(['first_published_at_ms', 'yanked_at_ms', 'provenance'] as const),
    ])
    .execute();
  return rows.map((row) => ({
    versionId: row.id,
    entry: describeImport(
      {
        ...{ name: row.name, version: row.version, sha256: row.sha256, sizeBytes: row.size_bytes },
        ...{ publishedAtMs: row.published_at_ms, publishedBy: row.published_by },
        ...{ sourceManifest: row.source_manifest, origin: row.origin ?? undefined },
        ...{ promotedFrom: promotedFrom(row), isYanked: row.yanked_at_ms !== null },
        provenance: decodeProvenance(row.provenance),
      },
      atMs,
    ),
  }));
}
