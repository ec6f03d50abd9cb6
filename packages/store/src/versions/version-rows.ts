// The columns of `versions` that make a VersionRecord.
import type { Selectable } from 'kysely';
import type { Promotion, VersionRecord } from '../contracts/version-store.ts';
import type { Schema } from '../sql/schema.ts';
import { decodeProvenance } from './stored-provenance.ts';
import { decodeRequires } from './stored-requires.ts';

/** What {@link toRecord} needs. */
export const RECORD_COLUMNS = [
  'versions.version',
  'published_at_ms',
  'sha256',
  'size_bytes',
  'description',
  'license',
  'prime_version',
  'atoms',
  'namespaces',
  'yanked_at_ms',
  'yank_reason',
  'origin',
  'promoted_from',
  'first_published_at_ms',
  'requires',
  'provenance',
] as const;

type RecordRow = Pick<
  Selectable<Schema['versions']>,
  'version' | Exclude<(typeof RECORD_COLUMNS)[number], 'versions.version'>
>;

/** The contents of a row. */
export function toRecord(name: string, row: RecordRow): VersionRecord {
  return {
    name,
    version: row.version,
    publishedAtMs: row.published_at_ms,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    description: row.description,
    license: row.license,
    primeVersion: row.prime_version,
    atoms: row.atoms,
    namespaces: parseList(row.namespaces),
    yankedAtMs: row.yanked_at_ms ?? undefined,
    yankReason: row.yank_reason ?? undefined,
    origin: row.origin ?? undefined,
    promotedFrom: promotedFrom(row),
    requires: decodeRequires(row.requires),
    provenance: decodeProvenance(row.provenance),
  };
}

function parseList(json: string): string[] {
  return JSON.parse(json) as string[];
}

/** Where the version of a row was first published; undefined unless it was promoted. */
export function promotedFrom({
  promoted_from: registry,
  first_published_at_ms: publishedAtMs,
}: Pick<RecordRow, 'promoted_from' | 'first_published_at_ms'>): Promotion | undefined {
  return registry === null ? undefined : { registry, publishedAtMs: publishedAtMs ?? 0 };
}
