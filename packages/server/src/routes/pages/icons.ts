// GET /favicon.ico and /apple-touch-icon.png: what browsers and phones ask for by these names, whatever a page says.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { Picture } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { bytesAnswer, type Failure, problems } from '../responses.ts';
import type { Route, RouteSchema } from '../route.ts';

export const favicon: Route<'site'> = {
  path: ROUTES.favicon,
  access: 'anybody',
  schema: describeIcon('favicon', 'The icon of the pages', ['image/x-icon', 'image/svg+xml', 'image/png']),
  handle: async ({ site }, _request, reply) => sendIcon(reply, site.icons.icon),
};

export const touchIcon: Route<'site'> = {
  path: ROUTES.touchIcon,
  access: 'anybody',
  schema: describeIcon(
    'touchIcon',
    'The icon for home screens',
    ['image/png'],
    [404, 'The mark of the operator is an SVG, which home screens do not show.'],
  ),
  async handle({ site }, _request, reply) {
    const { touchIcon } = site.icons;
    if (touchIcon === undefined)
      throw new RegistryError('not_found', {
        detail: 'The mark of this registry is an SVG, which home screens do not show.',
      });
    return sendIcon(reply, touchIcon);
  },
};

function sendIcon(reply: FastifyReply, { contentType, content }: Picture): FastifyReply {
  return reply
    .header('Content-Type', contentType)
    .header('Cache-Control', 'public, max-age=86400')
    .send(content);
}

function describeIcon(
  operationId: string,
  summary: string,
  types: readonly string[],
  ...failures: readonly Failure[]
): RouteSchema {
  return {
    operationId,
    summary,
    tags: ['pages'],
    response: { 200: bytesAnswer('A picture.', ...types), ...problems(...failures) },
  };
}
