// GET /-/scope/…: the Primes of a scope.
import { parsePrimeName, RegistryError, ROUTES } from '@prime-registry/protocol';
import { renderScopePage } from '@prime-registry/web';
import { readScope } from '../../../http/requests/prime-path.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { inQuery, ScopeParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describeMissable } from '../page-route.ts';

const A_PAGE = 50;

export const scopePage: Route<'store' | 'isPrivate'> = {
  path: ROUTES.scopePage,
  isPage: true,
  schema: describeMissable('scopePage', 'The Primes of a scope', {
    params: ScopeParamsSchema,
    querystring: inQuery({ after: { type: 'string', description: 'The page begins behind this name.' } }),
  }),
  async handle({ store, isPrivate }, request, reply) {
    const scope = readScope(request);
    const { after } = request.query as { after?: unknown };
    const behind = typeof after === 'string' && parsePrimeName(after).ok ? after : '';
    const [usage, primes, count, [newest], signing] = await Promise.all([
      store.findScopeUsage(scope),
      store.listPrimesOf(scope, behind, A_PAGE + 1),
      store.countPrimesOf(scope),
      store.listPublishes({ scope }, 1),
      store.findScopeSigning(scope),
    ]);
    // Mirrored Primes do not count for the quota, but are listed.
    if (usage.versions === 0 && primes.length === 0)
      throw new RegistryError('not_found', { detail: `Nothing is published in ${scope}.` });
    const shown = primes.slice(0, A_PAGE);
    const next = primes.length > A_PAGE ? shown.at(-1)?.name : undefined;
    return sendPage(
      reply,
      renderScopePage({
        ...{ scope, usage, count, next, newest, signing },
        primes: shown,
        isFirst: behind === '',
      }),
      isPrivate,
    );
  },
};
