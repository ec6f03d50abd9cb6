// GET /favicon.ico and /apple-touch-icon.png: what browsers and phones ask for by these names, whatever a page says.
import { ROUTES } from '@prime-registry/protocol';
import type { Picture } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import type { Route, RouteSchema } from '../route.ts';

export const favicon: Route<'site'> = {
  method: 'GET',
  path: ROUTES.favicon,
  access: 'anybody',
  schema: describeIcon('favicon', 'The icon of the pages', 'image/x-icon'),
  handle: async ({ site }, _request, reply) => sendIcon(reply, site.icons.icon),
};

export const touchIcon: Route<'site'> = {
  method: 'GET',
  path: ROUTES.touchIcon,
  access: 'anybody',
  schema: describeIcon('touchIcon', 'The icon for home screens', 'image/png'),
  handle: async ({ site }, _request, reply) => sendIcon(reply, site.icons.touchIcon),
};

function sendIcon(reply: FastifyReply, { contentType, content }: Picture): FastifyReply {
  return reply
    .header('Content-Type', contentType)
    .header('Cache-Control', 'public, max-age=86400')
    .send(content);
}

function describeIcon(operationId: string, summary: string, type: string): RouteSchema {
  const content = { [type]: { schema: { type: 'string', format: 'binary' } } };
  return { operationId, summary, tags: ['pages'], response: { 200: { description: 'A picture.', content } } };
}
