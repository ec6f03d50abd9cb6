// Adds endpoints to the framework, with what happens before their handlers: admission, authentication, rate limits.
import type { Permission } from '@prime-registry/protocol';
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
import { type Access, type AnyRoute, accessOf } from './route.ts';
import { answersOf } from './route-schema.ts';

/** An endpoint without its handler. */
type Endpoint = Omit<AnyRoute, 'handle'>;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Makes the function that adds an endpoint, with HEAD wherever there is GET. */
export function createRouteAdder(
  app: FastifyInstance,
  hookDeps: HookDeps,
  isPrivate: boolean,
): (endpoint: Endpoint, handler: Handler) => void {
  const hooks = hooksByAccess(hookDeps, isPrivate);
  return (endpoint, handler) => {
    const { method = 'GET', path, permission, rate = 'read', weight = 'usual', isPage = false } = endpoint;
    const options: RouteOptions = {
      // One route for both: the framework keeps a context with hooks and serializers for each route.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: path,
      config: { isPage },
      schema: answersOf(endpoint.schema),
      onRequest: [
        admitAs(weight, hookDeps),
        ...(permission ? [authenticateFor(hookDeps, permission)] : hooks[accessOf(endpoint)]),
        ...countAs(rate, hookDeps),
      ],
      handler,
    };
    app.route(options);
  };
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
