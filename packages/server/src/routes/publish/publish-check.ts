// POST /-/publish/check: everything that POST /publish checks, without keeping anything.
import { type PublishReceipt, PublishReceiptSchema, ROUTES } from '@prime-registry/protocol';
import { checkPublish } from '../../actions/publish-version/publish-version.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeReceipt, PUBLISH_PROBLEMS, PublishFormSchema, receivePublish } from './receive-publish.ts';

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
