// Acts of the mirror, for the audit log.
import type { Act, AuditAction } from '@prime-registry/store';

/** The actor of what follows from an answer of an upstream. */
export const MIRROR_ACTOR = 'mirror';

/** An act that follows from an answer of an upstream. */
export function mirrorActs(action: AuditAction, atMs: number, origin: string): Act {
  return { action, atMs, actorId: MIRROR_ACTOR, actorName: origin, address: undefined, requestId: undefined };
}
