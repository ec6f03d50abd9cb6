// GET /pack/:scope/:version (contract section 4.3).
import {
  formatTimestamp,
  ROUTES,
  tarballPath,
  type VersionManifest,
  VersionManifestSchema,
} from '@prime-registry/protocol';
import type { LifecycleRecord, VersionRecord } from '@prime-registry/store';
import { versionNotFound } from '../actions/not-found.ts';
import { readVersion } from '../http/requests/prime-path.ts';
import { countMirrorRead } from './count-mirror-read.ts';
import { describeDeprecation, findDeprecation, linkHeaders } from './lifecycle/describe-lifecycle.ts';
import { json, problems, VersionParamsSchema } from './responses.ts';
import type { Route } from './route.ts';

export const versionManifest: Route<'store' | 'mirror' | 'reading'> = {
  method: 'GET',
  path: ROUTES.versionManifest,
  access: 'readers',
  schema: {
    operationId: 'readManifest',
    summary: 'Read the manifest of a version',
    tags: ['contract'],
    params: VersionParamsSchema,
    response: {
      200: json(VersionManifestSchema, 'The manifest; also of a yanked version.'),
      ...problems(
        [404, 'The Prime or the version is not in this registry, nor in an upstream.'],
        [410, 'The version was removed.'],
        [451, 'The version was removed for legal reasons.'],
        [503, 'An upstream may have it, but cannot be asked.'],
      ),
    },
  },
  async handle({ store, mirror, reading }, request, reply): Promise<VersionManifest> {
    const { name, version } = readVersion(request);
    const here = await store.findVersion(name.full, version);
    const record = here ?? (await mirror.findVersion(name, version));
    // An upstream may change whether the version exists, and whether it is yanked.
    const freshForMs =
      here !== undefined && here.origin === undefined ? undefined : mirror.freshForMs(name, record);
    if (freshForMs !== undefined) reading.responseCache.limit(request, freshForMs);
    if (record === undefined) throw await versionNotFound(store, name, version);
    if (record.origin !== undefined)
      countMirrorRead(reading, request, record.origin, here === undefined ? 'miss' : 'hit');
    const lifecycle = await mirror.findLifecycle(name, record.origin);
    reply.headers(linkHeaders(lifecycle));
    return toManifest(record, lifecycle);
  },
};

function toManifest(record: VersionRecord, lifecycle: LifecycleRecord | undefined): VersionManifest {
  const { yankedAtMs, yankReason, promotedFrom, requires } = record;
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
    ...(record.origin !== undefined && { origin: record.origin }),
  };
}
