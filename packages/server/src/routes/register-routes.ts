// Registers the table of endpoints with the framework, and answers what is none: OPTIONS, other methods, unknown paths.
import { parsePrimeName, RegistryError } from '@prime-registry/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HookDeps } from '../http/requests/authentication.ts';
import type { CrossOrigin } from '../http/responses/cross-origin.ts';
import { sendRedirect } from '../http/responses/send-redirect.ts';
import { createRouteAdder } from './add-route.ts';
import { type AllowedMethods, createAllowedMethods } from './allowed-methods.ts';
import { answerAbsence, redirectUnknown } from './guessed/answer-guess.ts';
import { matchesPath } from './match-path.ts';
import type { AnyRoute } from './route.ts';
import type { RouteDeps } from './route-deps.ts';

export function registerRoutes(
  app: FastifyInstance,
  routes: readonly AnyRoute[],
  deps: RouteDeps,
  hookDeps: HookDeps,
  { answerOptions }: Pick<CrossOrigin, 'answerOptions'>,
): void {
  const add = createRouteAdder(app, hookDeps, deps.isPrivate);
  for (const route of routes) {
    const { handle, isPage = false } = route;
    add(route, isPage ? handlePage(route, deps, hookDeps) : (request, reply) => handle(deps, request, reply));
  }
  const findAllowed = createAllowedMethods(routes);
  const pages = routes.filter(({ isPage }) => isPage === true).map(({ path }) => path);
  const isPagePath = (path: string): boolean => pages.some((pattern) => matchesPath(pattern, path));
  // Before anything else is checked: whatever the request contains, this is what is wrong with it.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const known = findAllowed(pathOf(request));
    if (request.method === 'OPTIONS' && known !== undefined) {
      request.pathOfOptions = known.path;
      return answerOptions(known, request, reply);
    }
    hookDeps.admission.admit('usual', request, reply);
    hookDeps.rates.count('read', reply, undefined);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const meant = isRead ? redirectUnknown(request, isPagePath) : undefined;
    if (meant !== undefined) return sendRedirect(reply, meant, 308);
    throw explainAbsence(request, known);
  });
}

/** Leads to what is meant, if a page does not exist at an address that people guess. */
function handlePage({ handle }: AnyRoute, deps: RouteDeps, { admission }: HookDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      return await handle(deps, request, reply);
    } catch (error) {
      if (!(error instanceof RegistryError) || error.status !== 404) throw error;
      const redirect = await answerAbsence(deps, request, reply, () => mayLook(request, reply, admission));
      if (redirect !== undefined) return redirect;
      throw error;
    }
  };
}

function mayLook(request: FastifyRequest, reply: FastifyReply, admission: HookDeps['admission']): boolean {
  try {
    admission.admit('heavy', request, reply);
    return true;
  } catch {
    return false;
  }
}

function explainAbsence(request: FastifyRequest, known: AllowedMethods | undefined): RegistryError {
  if (known !== undefined) {
    return new RegistryError('method_not_allowed', {
      detail: `${request.method} is not allowed here; use ${known.methods}.`,
      headers: { Allow: known.methods },
    });
  }
  const name = /^\/pack\/([^/]+)$/.exec(pathOf(request))?.[1];
  const parsed = name === undefined ? undefined : parsePrimeName(name);
  const reason =
    parsed?.ok === false
      ? `The name in the path cannot exist: ${parsed.message}.`
      : 'There is nothing at this path.';
  return new RegistryError('not_found', { detail: reason });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}
