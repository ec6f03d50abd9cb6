// Acts of the mirror, for the audit log.
import type { Act, AuditAction } from '@prime-registry/store';

/** An act that follows from an answer of an upstream. */
export function mirrorActs(action: AuditAction, atMs: number, origin: string): Act {
  return { action, atMs, actorId: 'mirror', actorName: origin, address: undefined, requestId: undefined };
}
