// GET /-/assets/…: styles and scripts of pages. Their names contain a digest of their contents.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { findAsset } from '@prime-registry/web';
import { problems } from '../responses.ts';
import type { Route } from '../route.ts';

export const asset: Route<never> = {
  method: 'GET',
  path: ROUTES.asset,
  access: 'anybody',
  schema: {
    operationId: 'asset',
    summary: 'A style or script of the pages',
    tags: ['pages'],
    params: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', description: 'The name as in a page.' } },
    },
    response: {
      200: {
        description: 'The file.',
        content: Object.fromEntries(
          ['text/css', 'text/javascript', 'image/svg+xml'].map((type) => [
            type,
            { schema: { type: 'string' } },
          ]),
        ),
      },
      ...problems([404, 'There is no such file; other releases have other names.']),
    },
  },
  async handle(_deps, request, reply) {
    const found = findAsset((request.params as { file: string }).file);
    if (found === undefined) throw new RegistryError('not_found', { detail: 'No page loads this file.' });
    return reply
      .header('Content-Type', found.contentType)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(found.content);
  },
};
