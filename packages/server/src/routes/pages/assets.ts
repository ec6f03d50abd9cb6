// GET /-/assets/…: styles, scripts and the mark of pages. Their names contain a digest of their contents.
// GET /favicon.ico and /apple-touch-icon.png: what browsers and phones ask for by these names, whatever a page says.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { Picture } from '@prime-registry/web';
import type { FastifyReply } from 'fastify';
import { bytesAnswer, type Failure, inPath, problems, textAnswer } from '../responses.ts';
import type { Route, RouteSchema } from '../route.ts';
import { describePage } from './page-route.ts';

export const asset: Route<'site'> = {
  path: ROUTES.asset,
  access: 'anybody',
  schema: describePage('asset', 'A style, a script or the mark of the pages', {
    params: inPath({ file: { type: 'string', description: 'The name as in a page.' } }),
    response: {
      200: textAnswer('The file.', 'text/css', 'text/javascript', 'image/svg+xml', 'image/png'),
      ...problems([404, 'There is no such file; other releases have other names.']),
    },
  }),
  async handle({ site }, request, reply) {
    const found = site.findAsset((request.params as { file: string }).file);
    if (found === undefined) throw new RegistryError('not_found', { detail: 'No page loads this file.' });
    return reply
      .header('Content-Type', found.contentType)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(found.content);
  },
};

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
  return describePage(operationId, summary, {
    response: { 200: bytesAnswer('A picture.', ...types), ...problems(...failures) },
  });
}
