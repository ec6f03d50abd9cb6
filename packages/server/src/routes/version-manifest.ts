// GET /pack/:scope/:version (contract section 4.3).
import { ROUTES, type VersionManifest, VersionManifestSchema } from '@prime-registry/protocol';
import { versionNotFound } from '../actions/not-found.ts';
import { readVersion } from '../http/requests/prime-path.ts';
import { countMirrorRead } from './count-mirror-read.ts';
import { describeManifest } from './describe-manifest.ts';
import { linkHeaders } from './lifecycle/describe-lifecycle.ts';
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
    return describeManifest(record, lifecycle);
  },
};
