// The request of a lifecycle change, and the dependencies of all such actions.
import type { PrimeName } from '@prime-registry/protocol';
import type { AuditAction, LifecycleChange, RegistryStore } from '@prime-registry/store';
import { type Requester, requesterActs } from '../tokens/act.ts';

export interface LifecycleDeps {
  readonly store: RegistryStore;
  /** Channels that only an admin token may move. */
  readonly protectedChannels: ReadonlySet<string>;
  /** How long after its publish owners may remove a version that nobody has downloaded; 0 for never. */
  readonly ownerRemovalMs: number;
  readonly now: () => number;
}

export interface LifecycleRequest {
  readonly actor: Requester;
  readonly name: PrimeName;
}

export function toChange(
  { now }: Pick<LifecycleDeps, 'now'>,
  { actor, name }: LifecycleRequest,
  action: AuditAction,
): LifecycleChange {
  const atMs = now();
  return { name: name.full, atMs, act: requesterActs(action, atMs, actor) };
}
