// POST /publish (contract section 4.1).
import {
  type PublishReceipt,
  PublishReceiptSchema,
  RegistryError,
  ROUTES,
  tarballPath,
} from '@prime-registry/protocol';
import { listForAudit } from '../actions/publish-version/find-leaks.ts';
import { publishVersion } from '../actions/publish-version/publish-version.ts';
import { UploadMemory } from '../http/admission/upload-memory.ts';
import { confirmToken, requesterOf } from '../http/requests/authentication.ts';
import { clientKey } from '../http/requests/client-key.ts';
import { readBoundary, readForm } from '../http/requests/multipart/read-form.ts';
import { readBody } from '../http/requests/request-body.ts';
import { describeAdditions } from './describe-receipt.ts';
import { json, problems } from './responses.ts';
import type { Route } from './route.ts';

// Besides the tarball, a form has a manifest and headers. Past the size limit of the tarball, as much again
// is drained to find the manifest, whose errors come first.
const FORM_OVERHEAD_BYTES = 2 * 2 ** 20;

const PublishFormSchema = {
  type: 'object',
  required: ['manifest', 'tarball'],
  properties: {
    manifest: { type: 'string', description: 'The text of the pack.yaml.' },
    tarball: { type: 'string', format: 'binary', description: 'The .tar.gz file.' },
    channel: { type: 'string', description: 'A channel that names the version from now on.' },
    'promoted-from': {
      type: 'string',
      description: 'JSON: where the version was published first, {"registry": …, "published_at": …}.',
    },
  },
} as const;

export const publish: Route<'metrics' | 'publishing' | 'reading'> = {
  method: 'POST',
  path: ROUTES.publish,
  access: 'token',
  permission: 'publish',
  rate: 'publish',
  weight: 'heavy',
  schema: {
    operationId: 'publish',
    summary: 'Publish a version',
    description:
      'A form with the parts manifest (the text of the pack.yaml) and tarball (the .tar.gz), in either order. ' +
      'Needs a token that may publish to the scope. Once it is answered with 201 the version is durable and visible.',
    tags: ['contract'],
    consumes: ['multipart/form-data'],
    body: PublishFormSchema,
    response: {
      201: json(PublishReceiptSchema, 'Published.'),
      ...problems(
        [
          400,
          'The form, the manifest or the tarball is wrong, contains a secret, or the version understates its changes; errors names each field.',
        ],
        [401, 'The token is missing or bad.'],
        [403, 'The token may not publish, or not to this scope, or the scope is full.'],
        [409, 'The version is already published.'],
        [413, 'The tarball is too large.'],
        [503, 'There are too many uploads, or the registry is overloaded.'],
      ),
    },
  },
  async handle({ metrics, publishing, reading }, request, reply): Promise<PublishReceipt> {
    const { publishes, publishedBytes } = metrics;
    try {
      const boundary = readBoundary(request.headers['content-type']);
      const body = readBody(request, reply, 2 * publishing.limits.maxTarballBytes + FORM_OVERHEAD_BYTES);
      const published = await publishing.uploads.use(async () => {
        const memory = new UploadMemory(reading.memory, clientKey(request), publishing.uploadBufferBytes);
        try {
          const form = readForm(body, boundary, (name) => memory.startPart(name));
          return await publishVersion(publishing, requesterOf(request), form, () => confirmToken(request));
        } finally {
          memory.release();
        }
      });
      const { name, version, sha256, sizeBytes } = published.version;
      publishes.inc({ outcome: 'published' });
      publishedBytes.inc(sizeBytes);
      reply.code(201);
      const url = tarballPath(name.full, version.full);
      const { found } = published;
      if (found !== undefined) {
        const places = listForAudit(found);
        request.log.warn(
          { prime: name.full, version: version.full, places },
          'a publish may contain secrets',
        );
      }
      return { name: name.full, version: version.full, sha256, url, ...describeAdditions(published) };
    } catch (error) {
      publishes.inc({ outcome: error instanceof RegistryError ? error.code : 'internal_error' });
      throw error;
    }
  },
};
