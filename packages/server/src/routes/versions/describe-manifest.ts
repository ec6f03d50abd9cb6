// The manifest of a version as the API shows it, with what happened to the version since.
import { formatTimestamp, tarballPath, type VersionManifest } from '@prime-registry/protocol';
import type { LifecycleRecord, VersionRecord } from '@prime-registry/store';
import { findDeprecation } from '../../actions/lifecycle/find-deprecation.ts';
import { describeDeprecation } from '../lifecycle/describe-lifecycle.ts';

export function describeManifest(
  record: VersionRecord,
  lifecycle: LifecycleRecord | undefined,
): VersionManifest {
  const { yankedAtMs, yankReason, promotedFrom, requires, provenance, signedBy } = record;
  const deprecation = lifecycle && findDeprecation(lifecycle, record.version);
  return {
    name: record.name,
    version: record.version,
    description: record.description,
    license: record.license,
    atoms: record.atoms,
    namespaces: [...record.namespaces],
    'prime-version': record.primeVersion,
    sha256: record.sha256,
    tarball_url: tarballPath(record.name, record.version),
    published_at: formatTimestamp(record.publishedAtMs),
    size_bytes: record.sizeBytes,
    yanked: yankedAtMs !== undefined,
    ...(yankedAtMs !== undefined && { yanked_at: formatTimestamp(yankedAtMs) }),
    ...(yankReason !== undefined && { yank_reason: yankReason }),
    ...(requires !== undefined && { requires }),
    ...(deprecation !== undefined && { deprecated: describeDeprecation(deprecation) }),
    ...(lifecycle?.movedTo !== undefined && { moved_to: lifecycle.movedTo }),
    ...(promotedFrom !== undefined && {
      promoted_from: {
        registry: promotedFrom.registry,
        published_at: formatTimestamp(promotedFrom.publishedAtMs),
      },
    }),
    ...(signedBy !== undefined && { signed_by: [...signedBy] }),
    ...(record.origin !== undefined && { origin: record.origin }),
    ...(provenance !== undefined && { provenance }),
  };
}
