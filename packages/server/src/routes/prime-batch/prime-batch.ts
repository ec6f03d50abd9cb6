// GET /-/resolve?primes=…: many lists and manifests in one answer, for the resolution of sets of Primes. Each item is
// exactly what the request for it alone answers, or says that this request must be sent.
import {
  PrimeBatchQuerySchema,
  PrimeBatchSchema,
  parsePrimeBatchQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { readQuery } from '../../http/requests/query-problems.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { answerItems } from './answer-items.ts';
import { readLocally } from './read-locally.ts';

export const primeBatch: Route<'store' | 'mirror' | 'reading'> = {
  path: ROUTES.primeBatch,
  schema: {
    operationId: 'readPrimes',
    summary: 'Read many lists and manifests',
    description:
      'Counts as one read for each item. An item is singly if an upstream may have a say, if the Prime has moved, is missing or removed, or if the answer or the rate limit has no room for it.',
    querystring: PrimeBatchQuerySchema,
    response: {
      200: json(PrimeBatchSchema, 'The lists and manifests.'),
      ...problems(
        [400, 'The query parameter is wrong; errors says why.'],
        [503, 'Too many answers wait to be read.'],
      ),
    },
  },
  async handle({ store, mirror, reading }, request, reply): Promise<string> {
    const { items, ...included } = readQuery(request, parsePrimeBatchQuery);
    const answers = await answerItems({
      ...{ items, reading, request, reply },
      answer: (item, pause) => readLocally({ store, mirror, pause, ...included }, item),
    });
    reply.type('application/json; charset=utf-8');
    return `{"primes":[${answers.join(',')}]}`;
  },
};
