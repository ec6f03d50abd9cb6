// GET /-/metrics, for Prometheus. In a private registry the scraper needs a token with the permission `read`.
import { ROUTES } from '@prime-registry/protocol';
import { textAnswer } from './responses.ts';
import type { Route } from './route.ts';

export const metrics: Route<'metrics'> = {
  path: ROUTES.metrics,
  rate: 'unlimited',
  weight: 'vital',
  schema: {
    operationId: 'metrics',
    summary: 'Metrics in the Prometheus text format',
    tags: ['operations'],
    response: {
      200: textAnswer('The metrics.', 'text/plain'),
    },
  },
  async handle({ metrics: { register } }, _request, reply) {
    return reply
      .header('Content-Type', register.contentType)
      .header('Cache-Control', 'no-store')
      .send(await register.metrics());
  },
};
