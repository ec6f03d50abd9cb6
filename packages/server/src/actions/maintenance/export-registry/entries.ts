// The files of an export, as entries of its stream.
import { Readable } from 'node:stream';
import type { PackEntry } from '@prime-registry/archive';
import type { TokenWithDigest, WholeVersion } from '@prime-registry/store';
import { VERSION_FILES, type VersionFileName, versionFilePath } from '../export-format/format.ts';

/** The files of a version. */
export function* entriesOf(
  version: WholeVersion,
  signatures: readonly object[] | undefined,
  read: () => AsyncIterable<Uint8Array>,
): Generator<PackEntry> {
  const pathOf = (file: VersionFileName): string => versionFilePath(version.name, version.version, file);
  yield jsonEntry(pathOf(VERSION_FILES.facts), toVersionFile(version, signatures));
  yield bytesEntry(pathOf(VERSION_FILES.manifest), version.sourceManifest);
  if (version.readme !== undefined)
    yield bytesEntry(pathOf(VERSION_FILES.readme), Buffer.from(version.readme));
  yield { path: pathOf(VERSION_FILES.tarball), sizeBytes: version.sizeBytes, read };
}

/** Programs that do not know a field that may be absent ignore it. */
function toVersionFile(version: WholeVersion, signatures: readonly object[] | undefined) {
  const { yank } = version;
  return {
    name: version.name,
    version: version.version,
    published_at: toTime(version.publishedAtMs),
    published_by: version.publishedBy,
    sha256: version.sha256,
    size_bytes: version.sizeBytes,
    description: version.description,
    license: version.license,
    prime_version: version.primeVersion,
    atoms: version.atoms,
    namespaces: version.namespaces,
    tags: version.tags,
    ...(version.origin !== undefined && { origin: version.origin }),
    ...(version.promotedFrom !== undefined && {
      promoted_from: {
        registry: version.promotedFrom.registry,
        published_at: toTime(version.promotedFrom.publishedAtMs),
      },
    }),
    ...(version.requires !== undefined && { requires: version.requires }),
    ...(version.provenance !== undefined && { provenance: version.provenance }),
    ...(signatures !== undefined && { signatures }),
    yanked: yank === undefined ? null : { at: toTime(yank.atMs), by: yank.by, reason: yank.reason ?? null },
  };
}

export function toTokenFile({ token, secretSha256 }: TokenWithDigest) {
  const { id, name, permissions, scopes, createdAtMs, expiresAtMs, revokedAtMs } = token;
  return {
    id,
    name,
    permissions,
    scopes,
    created_at: toTime(createdAtMs),
    expires_at: expiresAtMs === undefined ? null : toTime(expiresAtMs),
    revoked_at: revokedAtMs === undefined ? null : toTime(revokedAtMs),
    secret_sha256: Buffer.from(secretSha256).toString('hex'),
  };
}

/** ISO 8601 with milliseconds. */
export function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export function jsonEntry(path: string, value: object): PackEntry {
  return bytesEntry(path, Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`));
}

function bytesEntry(path: string, bytes: Uint8Array): PackEntry {
  return {
    path,
    sizeBytes: bytes.length,
    read: () => Readable.from([bytes].filter(({ length }) => length > 0)),
  };
}
