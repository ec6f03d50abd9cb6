// GET /: what this is and what to do with it, for whoever opens the address in a browser.
import { ROUTES } from '@prime-registry/protocol';
import { renderHome } from '../pages/home.ts';
import { sendPage } from './page.ts';
import type { Route } from './route.ts';

export const home: Route = {
  method: 'GET',
  path: ROUTES.home,
  access: 'anybody',
  schema: {
    operationId: 'home',
    summary: 'A first page',
    tags: ['operations'],
    response: { 200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } } },
  },
  handle: async ({ isPrivate }, _request, reply) => sendPage(reply, renderHome({ isPrivate })),
};
