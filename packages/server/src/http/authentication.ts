// Ties bearer tokens to requests. It runs before a body is read: a stranger's upload is refused at its headers
// (contract section 5).
import type { Permission } from '@prime-registry/protocol';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Requester } from '../actions/act.ts';
import { type Actor, type AuthenticationDeps, authenticateToken } from '../actions/authenticate-token.ts';
import { requirePermission } from '../actions/authorize.ts';

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
export function authenticate(deps: AuthenticationDeps): onRequestAsyncHookHandler {
  return async (request) => {
    actors.set(request, await authenticateToken(deps, readBearerToken(request)));
  };
}

/** A hook that lets only tokens with the permission in. */
export function authenticateFor(deps: AuthenticationDeps, permission: Permission): onRequestAsyncHookHandler {
  return async (request) => {
    const actor = await authenticateToken(deps, readBearerToken(request));
    requirePermission(actor, permission);
    actors.set(request, actor);
  };
}

/** The token in `Authorization: Bearer …` (RFC 6750, section 2.1; the scheme in any case, RFC 9110, section 11.1). */
function readBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}
