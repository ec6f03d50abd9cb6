// Ties bearer tokens to requests. It runs before a body is read: a stranger's upload is refused at its headers
// (contract section 5).
import type { Permission } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Requester } from '../actions/tokens/act.ts';
import {
  type Actor,
  type AuthenticationDeps,
  authenticateToken,
} from '../actions/tokens/authenticate-token.ts';
import { requirePermission } from '../actions/tokens/authorize.ts';
import type { Admission } from './admission/admission.ts';
import { guardLookUp } from './rate-limits/failure-guard.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';

/** What hooks work with. */
export interface HookDeps extends AuthenticationDeps {
  readonly rates: RateLimits;
  readonly admission: Admission;
}

const actors = new WeakMap<FastifyRequest, Actor>();

/** Who is asking. @throws Error on a route without authentication: a mistake in the routes. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('the route has no authentication');
  return actor;
}

/** Who is asking, and from where: what the audit log tells. */
export function requesterOf(request: FastifyRequest): Requester {
  return { ...actorOf(request), address: request.ip, requestId: request.id };
}

/** Id of the token that the request was made with, for the log. */
export function findTokenId(request: FastifyRequest): string | undefined {
  return actors.get(request)?.tokenId;
}

/** A hook that lets only holders of a valid token in. What the token may do is for the action to decide. */
export function authenticate(deps: HookDeps): onRequestAsyncHookHandler {
  return async (request, reply) => {
    actors.set(request, await lookUpActor(deps, request, reply));
  };
}

/** A hook that lets only tokens with the permission in. */
export function authenticateFor(deps: HookDeps, permission: Permission): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const actor = await lookUpActor(deps, request, reply);
    requirePermission(actor, permission);
    actors.set(request, actor);
  };
}

function lookUpActor(deps: HookDeps, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const secret = readBearerToken(request);
  return guardLookUp(deps.rates, request, reply, secret, () => authenticateToken(deps, secret));
}

/** The token in `Authorization: Bearer …` (RFC 6750, section 2.1; the scheme in any case, RFC 9110, section 11.1). */
function readBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}
