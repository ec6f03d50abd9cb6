// The totals of mirrored versions and lists, by upstream.
import { sql } from 'kysely';
import type { MirrorSummary, MirrorUsage } from '../contracts/mirror/eviction-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { joinSummaries } from './join-summaries.ts';

/** Sums what is counted at each change. */
export async function listUsage({ reader }: SqlStoreDeps): Promise<MirrorUsage[]> {
  const rows = await reader
    .selectFrom('mirror_usage')
    .groupBy('origin')
    .select(({ fn }) => ['origin', fn.sum('versions').as('versions'), fn.sum('size_bytes').as('size_bytes')])
    .orderBy('origin')
    .execute();
  // Kysely types a sum as number, string or bigint.
  return rows.map(({ origin, versions, size_bytes }) => ({
    ...{ origin, versions: Number(versions), sizeBytes: Number(size_bytes) },
  }));
}

/** Counts the versions and lists that are here. */
export async function summarizeMirrors(deps: SqlStoreDeps): Promise<MirrorSummary[]> {
  const [usages, versions, lists] = await Promise.all([
    listUsage(deps),
    summarizeVersions(deps),
    summarizeLists(deps),
  ]);
  return joinSummaries(usages, versions, lists);
}

function summarizeVersions({ reader }: SqlStoreDeps) {
  return reader
    .selectFrom('versions')
    .innerJoin('mirrored_versions', 'mirrored_versions.version_id', 'versions.id')
    .where('origin', 'is not', null)
    .groupBy('origin')
    .select(({ fn }) => [
      fn.coalesce('origin', sql<string>`''`).as('origin'),
      fn.countAll().as('versions'),
      fn.count('prime_id').distinct().as('primes'),
      fn.min('pulled_at_ms').as('first'),
      fn.max('pulled_at_ms').as('last'),
    ])
    .execute();
}

function summarizeLists({ reader }: SqlStoreDeps) {
  return reader
    .selectFrom('mirrored_lists')
    .groupBy('origin')
    .select(({ fn }) => [
      'origin',
      fn.countAll().as('lists'),
      fn.min('checked_at_ms').as('first'),
      fn.max('checked_at_ms').as('last'),
    ])
    .execute();
}
