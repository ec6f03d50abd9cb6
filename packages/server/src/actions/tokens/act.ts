// The actor of a change, for the audit log.
import { userInfo } from 'node:os';
import type { Act, AuditAction } from '@prime-registry/store';
import type { Actor } from './authenticate-token.ts';

/** Where a request came from. */
export interface RequestOrigin {
  /** The address of the client. */
  readonly address: string;
  /** As in `X-Request-Id`. */
  readonly requestId: string;
}

/** Who sent a request, and from where. */
export type Requester = Actor & RequestOrigin;

/** An act of the client that sent the request. */
export function requesterActs(action: AuditAction, atMs: number, requester: Requester): Act {
  const { tokenId, tokenName, address, requestId } = requester;
  return { action, atMs, actorId: tokenId, actorName: tokenName, address, requestId };
}

/** An act of the operator who runs a command: it needs no token, but access to the data. */
export function operatorActs(action: AuditAction, atMs: number): Act {
  const actorName = nameOfUser();
  return { action, atMs, actorId: 'operator', actorName, address: undefined, requestId: undefined };
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
