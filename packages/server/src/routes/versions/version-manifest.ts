// GET /pack/:scope/:version (contract section 4.3).
import { ROUTES, type VersionManifest, VersionManifestSchema } from '@prime-registry/protocol';
import { readVersion } from '../../http/requests/prime-path.ts';
import { linkHeaders } from '../lifecycle/describe-lifecycle.ts';
import { json, problems, REMOVED, UPSTREAM_AWAY, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { countMirrorRead } from './count-mirror-read.ts';
import { describeManifest } from './describe-manifest.ts';
import { findRecord } from './find-record.ts';

export const versionManifest: Route<'store' | 'mirror' | 'reading'> = {
  path: ROUTES.versionManifest,
  schema: {
    operationId: 'readManifest',
    summary: 'Read the manifest of a version',
    tags: ['contract'],
    params: VersionParamsSchema,
    response: {
      200: json(VersionManifestSchema, 'The manifest; also of a yanked version.'),
      ...problems(
        [404, 'The Prime or the version is not in this registry, nor in an upstream.'],
        ...REMOVED,
        UPSTREAM_AWAY,
      ),
    },
  },
  async handle(deps, request, reply): Promise<VersionManifest> {
    const { name, version } = readVersion(request);
    const { record, isHere } = await findRecord(deps, request, { name, version });
    if (record.origin !== undefined)
      countMirrorRead(deps.reading, request, record.origin, isHere ? 'hit' : 'miss');
    else if (isHere) deps.reading.responseCache.lease(request);
    const lifecycle = await deps.mirror.findLifecycle(name, record.origin);
    reply.headers(linkHeaders(lifecycle));
    return describeManifest(record, lifecycle);
  },
};
