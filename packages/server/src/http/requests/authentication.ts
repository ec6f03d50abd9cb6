// Authenticates requests by bearer token, before a body is read: an upload of a stranger is refused after its
// headers (contract section 5).
import type { Permission } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Requester } from '../../actions/tokens/act.ts';
import {
  type Actor,
  type AuthenticationDeps,
  authenticateToken,
} from '../../actions/tokens/authenticate-token.ts';
import { requirePermission } from '../../actions/tokens/authorize.ts';
import type { Admission } from '../admission/admission.ts';
import { guardLookUp } from '../rate-limits/failure-guard.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';

export interface HookDeps extends AuthenticationDeps {
  readonly rates: RateLimits;
  readonly admission: Admission;
}

const actors = new WeakMap<FastifyRequest, Actor>();
const confirmations = new WeakMap<FastifyRequest, () => Promise<unknown>>();

/** The actor of a request. @throws Error on a route without authentication: a bug in the routes */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('the route has no authentication');
  return actor;
}

/** The actor of a request with its address, for the audit log. */
export function requesterOf(request: FastifyRequest): Requester {
  return { ...actorOf(request), address: request.ip, requestId: request.id };
}

/**
 * For whom the requests of a token count: exchanges must not make more of a rate limit.
 * @returns the id of the token that the request's token comes from in the end, or its own; undefined without a token
 */
export function findLimitedToken(request: FastifyRequest): string | undefined {
  const actor = actors.get(request);
  return actor?.ancestors[0] ?? actor?.tokenId;
}

/** The id of the request's token, for the access log. */
export function findTokenId(request: FastifyRequest): string | undefined {
  return actors.get(request)?.tokenId;
}

/**
 * Checks again that the token of a request is valid: an upload takes minutes, and a revocation ends it.
 * @throws RegistryError `unauthenticated` if it was revoked or expired since
 */
export async function confirmToken(request: FastifyRequest): Promise<void> {
  await confirmations.get(request)?.();
}

/** A hook that requires a valid token. The action decides what the token may do. */
export function authenticate(deps: HookDeps): onRequestAsyncHookHandler {
  return async (request, reply) => {
    actors.set(request, await lookUpActor(deps, request, reply));
  };
}

/** A hook that requires a token with the permission. */
export function authenticateFor(deps: HookDeps, permission: Permission): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const actor = await lookUpActor(deps, request, reply);
    requirePermission(actor, permission);
    actors.set(request, actor);
  };
}

function lookUpActor(deps: HookDeps, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const secret = readBearerToken(request);
  const lookUp = () => authenticateToken(deps, secret);
  confirmations.set(request, lookUp);
  return guardLookUp(deps, request, reply, secret, lookUp);
}

/**
 * The token in `Authorization: Bearer …` (RFC 6750, section 2.1; the scheme is case-insensitive, RFC 9110,
 * section 11.1).
 */
function readBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}
