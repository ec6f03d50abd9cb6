// What a registry does here because another one says so, for the audit log.
import type { Act, AuditAction } from '@prime-registry/store';

/** An act that followed from what was read of another registry. */
export function mirrorActs(action: AuditAction, atMs: number, origin: string): Act {
  return { action, atMs, actorId: 'mirror', actorName: origin, address: undefined, requestId: undefined };
}
