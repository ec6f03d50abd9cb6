// Registers the table of endpoints with the framework: access, OPTIONS, and answers to unknown paths.
import { type Permission, parsePrimeName, RegistryError } from '@prime-registry/protocol';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { RateClass } from '../http/rate-limits/rate-limits.ts';
import {
  authenticate,
  authenticateFor,
  findLimitedToken,
  type HookDeps,
} from '../http/requests/authentication.ts';
import type { CrossOrigin } from '../http/responses/cross-origin.ts';
import { sendRedirect } from '../http/responses/send-redirect.ts';
import { answerAbsence, redirectUnknown } from './guessed/answer-guess.ts';
import type { Access, AnyRoute } from './route.ts';
import type { RouteDeps } from './route-deps.ts';
import { describeRoute } from './route-schema.ts';

export function registerRoutes(
  app: FastifyInstance,
  routes: readonly AnyRoute[],
  deps: RouteDeps,
  hookDeps: HookDeps,
  { answerOptions }: Pick<CrossOrigin, 'answerOptions'>,
): void {
  const { isPrivate } = deps;
  const hooks = hooksByAccess(hookDeps, isPrivate);
  for (const route of routes) {
    const {
      method,
      path,
      access,
      permission,
      rate = 'read',
      weight = 'usual',
      isPage = false,
      handle,
    } = route;
    const options: Omit<RouteOptions, 'method'> = {
      url: path,
      config: { isPage },
      schema: describeRoute(route, isPrivate),
      onRequest: [
        admitAs(weight, hookDeps),
        ...(permission ? [authenticateFor(hookDeps, permission)] : hooks[access]),
        ...countAs(rate, hookDeps),
      ],
      handler: isPage ? handlePage(route, deps, hookDeps) : (request, reply) => handle(deps, request, reply),
    };
    app.route({ ...options, method });
    if (method === 'GET') app.route({ ...options, method: 'HEAD' });
  }
  const allowed = allowedMethods(routes);
  for (const [path, methods] of allowed) {
    app.route({ method: 'OPTIONS', url: path, schema: { hide: true }, handler: answerOptions(methods) });
  }
  const pages = routes.filter(({ isPage }) => isPage === true).map(({ path }) => path);
  const isPagePath = (path: string): boolean => pages.some((pattern) => matches(pattern, path));
  // Before anything else is checked: whatever the request contains, this is what is wrong with it.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    hookDeps.admission.admit('usual', request, reply);
    hookDeps.rates.count('read', reply, undefined);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const meant = isRead ? redirectUnknown(request, isPagePath) : undefined;
    if (meant !== undefined) return sendRedirect(reply, meant, 308);
    throw explainAbsence(request, allowed);
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

function hooksByAccess(deps: HookDeps, isPrivate: boolean): Record<Access, onRequestAsyncHookHandler[]> {
  const read: Permission = 'read';
  return {
    anybody: [],
    readers: isPrivate ? [authenticateFor(deps, read)] : [],
    token: [authenticate(deps)],
  };
}

function admitAs(
  weight: NonNullable<AnyRoute['weight']>,
  { admission }: HookDeps,
): onRequestAsyncHookHandler {
  if (typeof weight === 'string') return async (request, reply) => admission.admit(weight, request, reply);
  return async (request, reply) => admission.admit(weight(request), request, reply);
}

/** After authentication: a request with a valid token counts for the token. */
function countAs(rate: RateClass | 'unlimited', { rates }: HookDeps): onRequestAsyncHookHandler[] {
  return rate === 'unlimited'
    ? []
    : [async (request, reply) => rates.count(rate, reply, findLimitedToken(request))];
}

/** The Allow header of every path. */
function allowedMethods(routes: readonly AnyRoute[]): Map<string, string> {
  const allowed = new Map<string, string>();
  for (const { path, method } of routes) {
    const methods = method === 'GET' ? 'GET, HEAD' : method;
    const others = allowed.get(path);
    allowed.set(path, others === undefined ? methods : `${others}, ${methods}`);
  }
  return new Map([...allowed].map(([path, methods]) => [path, `${methods}, OPTIONS`]));
}

function explainAbsence(
  { method, url }: FastifyRequest,
  allowed: ReadonlyMap<string, string>,
): RegistryError {
  const path = url.split('?', 1)[0] ?? '';
  const allow = [...allowed].find(([pattern]) => matches(pattern, path))?.[1];
  if (allow !== undefined) {
    return new RegistryError('method_not_allowed', {
      detail: `${method} is not allowed here; use ${allow}.`,
      headers: { Allow: allow },
    });
  }
  const name = /^\/pack\/([^/]+)$/.exec(path)?.[1];
  const parsed = name === undefined ? undefined : parsePrimeName(name);
  const reason =
    parsed?.ok === false
      ? `The name in the path cannot exist: ${parsed.message}.`
      : 'There is nothing at this path.';
  return new RegistryError('not_found', { detail: reason });
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  // A wildcard stands for one part or more.
  const parts = expected.at(-1) === '*' ? expected.slice(0, -1) : expected;
  const isLong = parts.length < expected.length ? given.length > parts.length : given.length === parts.length;
  return (
    isLong &&
    parts.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}
