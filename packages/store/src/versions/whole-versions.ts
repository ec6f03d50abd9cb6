// Reads complete versions and tokens, for moving a registry.
import type { Selectable } from 'kysely';
import type { WholeVersion, WholeVersionStore } from '../contracts/maintenance-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { decodeSignedBy } from '../signatures/keep-signatures.ts';
import { primeIdOf } from '../sql/named-versions.ts';
import type { Database, Schema } from '../sql/schema.ts';
import { toToken } from '../sql/token-row.ts';
import { selectTokens } from '../tokens.ts';
import { decodeProvenance } from './stored-provenance.ts';
import { decodeRequires } from './stored-requires.ts';
import { promotedFrom } from './version-rows.ts';

export function createWholeVersionStore({ reader }: SqlStoreDeps): WholeVersionStore {
  return {
    async listWholeVersions(afterId, limit) {
      const rows = await wholeVersions(reader)
        .where('versions.id', '>', afterId)
        .orderBy('versions.id')
        .limit(limit)
        .execute();
      return rows.map(toWholeVersion);
    },

    async findLastVersionId() {
      const last = await reader
        .selectFrom('versions')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last?.id ?? 0;
    },

    async findWholeVersion(name, { identity }) {
      const row = await wholeVersions(reader)
        .where('versions.prime_id', '=', primeIdOf(reader, name))
        .where('identity', '=', identity)
        .executeTakeFirst();
      return row && toWholeVersion(row);
    },

    async listTokensWithDigests() {
      const rows = await selectTokens(reader).execute();
      return rows.map((row) => ({ token: toToken(row), secretSha256: row.secret_sha256 }));
    },
  };
}

function wholeVersions(reader: Database) {
  return reader
    .selectFrom('versions')
    .innerJoin('primes', 'primes.id', 'versions.prime_id')
    .selectAll('versions')
    .select('primes.name');
}

function toWholeVersion(row: Selectable<Schema['versions']> & { name: string }): WholeVersion {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    publishedAtMs: row.published_at_ms,
    publishedBy: row.published_by,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    description: row.description,
    license: row.license,
    primeVersion: row.prime_version,
    atoms: row.atoms,
    namespaces: JSON.parse(row.namespaces) as string[],
    tags: JSON.parse(row.tags) as string[],
    sourceManifest: row.source_manifest,
    readme: row.readme ?? undefined,
    origin: row.origin ?? undefined,
    promotedFrom: promotedFrom(row),
    requires: decodeRequires(row.requires),
    provenance: decodeProvenance(row.provenance),
    signedBy: decodeSignedBy(row.signed_by),
    yank:
      row.yanked_at_ms === null
        ? undefined
        : {
            atMs: row.yanked_at_ms,
            by: row.yanked_by ?? '',
            reason: row.yank_reason ?? undefined,
          },
  };
}
