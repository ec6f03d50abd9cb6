// GET /-/assets/…: styles, scripts and the mark of pages. Their names contain a digest of their contents.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { inPath, problems, textAnswer } from '../responses.ts';
import type { Route } from '../route.ts';

export const asset: Route<'site'> = {
  path: ROUTES.asset,
  access: 'anybody',
  schema: {
    operationId: 'asset',
    summary: 'A style, a script or the mark of the pages',
    tags: ['pages'],
    params: inPath({ file: { type: 'string', description: 'The name as in a page.' } }),
    response: {
      200: textAnswer('The file.', 'text/css', 'text/javascript', 'image/svg+xml', 'image/png'),
      ...problems([404, 'There is no such file; other releases have other names.']),
    },
  },
  async handle({ site }, request, reply) {
    const found = site.findAsset((request.params as { file: string }).file);
    if (found === undefined) throw new RegistryError('not_found', { detail: 'No page loads this file.' });
    return reply
      .header('Content-Type', found.contentType)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(found.content);
  },
};
