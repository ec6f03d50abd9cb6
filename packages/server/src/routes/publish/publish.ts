// POST /publish (contract section 4.1). POST /-/publish/check: all its checks, without keeping anything.
import { type PublishReceipt, PublishReceiptSchema, ROUTES } from '@prime-registry/protocol';
import { listForAudit } from '../../actions/publish-version/other-secrets.ts';
import { checkPublish, publishVersion } from '../../actions/publish-version/publish-version.ts';
import { describeLogged } from '../log/describe-logged.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeReceipt, PUBLISH_PROBLEMS, PublishFormSchema, receivePublish } from './receive-publish.ts';

export const publish: Route<'metrics' | 'publishing' | 'reading' | 'log'> = {
  method: 'POST',
  path: ROUTES.publish,
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
    response: { 201: json(PublishReceiptSchema, 'Published.'), ...PUBLISH_PROBLEMS },
  },
  async handle({ metrics, log, ...deps }, request, reply): Promise<PublishReceipt> {
    const published = await receivePublish(deps, request, reply, {
      uploadBufferBytes: deps.publishing.uploadBufferBytes,
      run: publishVersion,
      done: 'published',
      outcomes: metrics.publishes,
    });
    const { name, version, sizeBytes } = published.version;
    metrics.publishedBytes.inc(sizeBytes);
    const { found } = published;
    if (found !== undefined) {
      const places = listForAudit(found);
      request.log.warn({ prime: name.full, version: version.full, places }, 'a publish may contain secrets');
    }
    const logged = await describeLogged(log, published, request.log);
    reply.code(201);
    return { ...describeReceipt(published), ...logged };
  },
};

export const publishCheck: Route<'metrics' | 'publishing' | 'reading'> = {
  method: 'POST',
  path: ROUTES.publishCheck,
  permission: 'publish',
  rate: 'publish',
  weight: 'heavy',
  schema: {
    operationId: 'checkPublish',
    summary: 'Check whether a version could be published',
    description:
      'Takes the form of a publish, does all its checks, and keeps nothing. Counts towards the rate limit of publishes.',
    tags: ['operations'],
    consumes: ['multipart/form-data'],
    body: PublishFormSchema,
    response: {
      200: json(PublishReceiptSchema, 'The receipt that a publish would get now.'),
      ...PUBLISH_PROBLEMS,
    },
  },
  async handle({ metrics, publishing, reading }, request, reply): Promise<PublishReceipt> {
    const checked = await receivePublish({ publishing, reading }, request, reply, {
      uploadBufferBytes: 0,
      run: checkPublish,
      done: 'accepted',
      outcomes: metrics.publishChecks,
    });
    return describeReceipt(checked);
  },
};
