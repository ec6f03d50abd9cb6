// GET /-/publishing: how to publish.
import { ROUTES } from '@prime-registry/protocol';
import { renderPublishingPage } from '@prime-registry/web';
import { sendPage } from '../../http/responses/send-page.ts';
import type { Route } from '../route.ts';
import { describePage } from './page-route.ts';

export const publishingPage: Route<'isPrivate'> = {
  path: ROUTES.publishingPage,
  access: 'anybody',
  isPage: true,
  schema: describePage('publishingPage', 'How to get a token and publish'),
  handle: async ({ isPrivate }, _request, reply) =>
    sendPage(reply, renderPublishingPage({ isPrivate }), isPrivate),
};
