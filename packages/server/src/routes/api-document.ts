// The description of the API, for programs and as a page.
import { ROUTES } from '@prime-registry/protocol';
import type { ApiDocument } from '@prime-registry/web';
import { renderApiReference } from '@prime-registry/web';
import { sendPage } from '../http/responses/send-page.ts';
import { textAnswer } from './responses.ts';
import type { Route } from './route.ts';

export const openApi: Route<'server'> = {
  path: ROUTES.openApi,
  access: 'anybody',
  schema: {
    operationId: 'openApi',
    summary: 'This API as an OpenAPI document',
    tags: ['operations'],
    response: {
      200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
  },
  async handle({ server }, _request, reply) {
    return reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(JSON.stringify(await server.describeApi()));
  },
};

export const apiReference: Route<'server' | 'isPrivate'> = {
  path: ROUTES.apiReference,
  access: 'anybody',
  schema: {
    operationId: 'apiReference',
    summary: 'This API as a page',
    tags: ['operations'],
    response: { 200: textAnswer('A page.', 'text/html') },
  },
  isPage: true,
  handle: async ({ server, isPrivate }, _request, reply) =>
    sendPage(reply, renderApiReference((await server.describeApi()) as ApiDocument, isPrivate), isPrivate),
};
