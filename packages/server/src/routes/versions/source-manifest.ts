// GET /-/primes/…/pack.yaml: the manifest exactly as its author published it, with unknown keys.
import { ROUTES } from '@prime-registry/protocol';
import { versionNotFound } from '../../actions/not-found.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { problems, textAnswer, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';

export const sourceManifest: Route<'store' | 'mirror' | 'isPrivate'> = {
  path: ROUTES.sourceManifest,
  schema: {
    operationId: 'readSourceManifest',
    summary: 'Read the pack.yaml of a version as it was published',
    params: VersionParamsSchema,
    response: {
      200: textAnswer('The text.', 'application/yaml'),
      ...problems([404, 'The Prime or the version is not in this registry, nor in an upstream.']),
    },
  },
  async handle({ store, mirror, isPrivate }, request, reply) {
    const { name, version } = readVersion(request);
    const text = await store.findSourceManifest(name.full, version);
    reply.header('Content-Type', 'application/yaml; charset=utf-8');
    if (text === undefined) {
      const coming = await mirror.findComingManifest(name, version);
      if (coming === undefined) throw await versionNotFound(store, name, version);
      return reply.header('Cache-Control', 'no-cache').send(Buffer.from(coming));
    }
    return reply
      .header('Cache-Control', `${isPrivate ? 'private' : 'public'}, max-age=31536000, immutable`)
      .send(Buffer.from(text));
  },
};
