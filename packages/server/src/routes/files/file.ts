// GET …/file/…: a picture of a version, for the pages that show it. What a picture contains is a stranger's: nothing in
// it runs or loads, and it is shown on pages of this registry only.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { versionNotFound } from '../../actions/not-found.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { entityTagOf, isNoneMatchFalse } from '../../http/responses/entity-tag.ts';
import { sniffPicture } from '../../tasks/files/sniff-picture.ts';
import { bytesAnswer, FileParamsSchema, OVERLOADED, problems, REMOVED, UNCHANGED } from '../responses.ts';
import type { Route } from '../route.ts';
import { type PackedNeeds, readPacked } from './open-packed.ts';

/**
 * An SVG that is opened by itself is a page: it runs no scripts, has no origin, and loads nothing. Only its own styles
 * work, which most drawings need.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export const file: Route<PackedNeeds | 'isPrivate'> = {
  path: ROUTES.file,
  weight: 'heavy',
  schema: {
    operationId: 'file',
    summary: 'A picture in the tarball of a version',
    description:
      'PNG, JPEG, GIF, WebP and SVG, up to 2 MiB and 16 megapixels, by what the file contains. For the pages of this registry: others must not embed it.',
    tags: ['pages'],
    params: FileParamsSchema,
    response: {
      200: bytesAnswer('The picture.', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'),
      ...UNCHANGED,
      ...problems(
        [404, 'The version is not in this registry, or has no such picture.'],
        ...REMOVED,
        OVERLOADED,
      ),
    },
  },
  async handle(deps, request, reply) {
    const { store, isPrivate } = deps;
    const { name, version } = readVersion(request);
    const path = String((request.params as { '*'?: string })['*']);
    const record = await store.findVersion(name.full, version);
    if (record === undefined) throw await versionNotFound(store, name, version);
    const found = await readPacked(deps, request, reply, { name, version, record }, path);
    const picture = found?.bytes && sniffPicture(found.bytes);
    if (found?.bytes === undefined || picture === undefined) {
      throw new RegistryError('not_found', {
        detail: `${name.full} ${version.full} has no picture at this path. PNG, JPEG, GIF, WebP and SVG of at most 2 MiB are shown; all files are in the tarball.`,
      });
    }
    const tag = entityTagOf(found.bytes);
    reply.headers({
      ETag: tag,
      // Like the tarball: a version never changes.
      'Cache-Control': `${isPrivate ? 'private' : 'public'}, max-age=31536000, immutable`,
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    if (isNoneMatchFalse(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.header('Content-Type', picture.type).send(Buffer.from(found.bytes));
  },
};
