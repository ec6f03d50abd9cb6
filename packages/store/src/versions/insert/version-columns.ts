// The row of a new version.
import { isPrerelease, precedenceKey } from '@prime-registry/protocol';
import type { Insertable } from 'kysely';
import type { NewVersion } from '../../contracts/version-store.ts';
import { encodeSignedBy } from '../../signatures/keep-signatures.ts';
import type { Schema } from '../../sql/schema.ts';
import { encodeProvenance } from '../stored-provenance.ts';
import { encodeRequires } from '../stored-requires.ts';

export type VersionColumns = Omit<Insertable<Schema['versions']>, 'prime_id'>;

/** The row of a version, without its Prime. */
export function toVersionColumns(version: NewVersion): VersionColumns {
  return {
    version: version.version.full,
    identity: version.version.identity,
    precedence: precedenceKey(version.version),
    is_prerelease: isPrerelease(version.version) ? 1 : 0,
    published_at_ms: version.publishedAtMs,
    published_by: version.publishedBy,
    sha256: version.sha256,
    size_bytes: version.sizeBytes,
    description: version.description,
    license: version.license,
    prime_version: version.primeVersion,
    atoms: version.atoms,
    namespaces: JSON.stringify(version.namespaces),
    tags: JSON.stringify(version.tags),
    source_manifest: version.sourceManifest,
    readme: version.readme ?? null,
    yanked_at_ms: version.yank?.atMs ?? null,
    yanked_by: version.yank?.by ?? null,
    yank_reason: version.yank?.reason ?? null,
    scope: version.name.scope,
    origin: version.origin ?? null,
    promoted_from: version.promotedFrom?.registry ?? null,
    first_published_at_ms: version.promotedFrom?.publishedAtMs ?? null,
    requires: encodeRequires(version.requires),
    provenance: encodeProvenance(version.provenance),
    signed_by: encodeSignedBy(version.signatures),
  };
}
