// Yanks a version (contract section 4.6): nobody resolves to it any more, but clients that pinned it still
// get it.
import { isPrerelease, type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { LifecycleStore, VersionRecord, VersionStore } from '@prime-registry/store';
import { versionNotFound } from './not-found.ts';
import { type Requester, requesterActs } from './tokens/act.ts';
import { requirePermission, requirePrime } from './tokens/authorize.ts';

export interface YankDeps {
  readonly store: VersionStore & Pick<LifecycleStore, 'findTombstone'>;
  readonly allowStableYank: boolean;
  /** Whether a yank of a stable version needs a reason. */
  readonly requireYankReason: boolean;
  readonly now: () => number;
}

export interface YankRequest {
  readonly actor: Requester;
  readonly name: PrimeName;
  readonly version: Version;
  readonly reason: string | undefined;
}

/**
 * Yanks a version. Idempotent.
 * @throws RegistryError `permission_missing`, `scope_not_allowed`, `prime_not_allowed`, `prime_not_found`, `version_not_found`,
 *   `version_removed`, `stable_yank_refused`, `invalid_request` without a required reason
 */
export async function yankVersion(deps: YankDeps, request: YankRequest): Promise<VersionRecord> {
  const { actor, name, version, reason } = request;
  requirePermission(actor, 'yank');
  requirePrime(actor, name, version);
  const existing = await deps.store.findVersion(name.full, version);
  if (existing === undefined) throw await versionNotFound(deps.store, name, version);
  if (!isPrerelease(version)) requireStableYank(deps, request);
  const yankedAtMs = deps.now();
  const act = requesterActs('yank', yankedAtMs, actor);
  const yank = { name: name.full, version, reason, yankedAtMs, yankedBy: actor.tokenId, act };
  return (await deps.store.yankVersion(yank)) ?? existing;
}

function requireStableYank(
  { allowStableYank, requireYankReason }: YankDeps,
  { name, version, reason }: YankRequest,
): void {
  if (!allowStableYank) {
    throw new RegistryError('stable_yank_refused', {
      detail:
        `${name.full} ${version.full} is not a prerelease, and others may depend on it: publish a newer version instead. ` +
        'The operator of the registry can allow yanking stable versions.',
    });
  }
  if (!requireYankReason || reason !== undefined) return;
  const message = 'is missing: say why a stable version is withdrawn, and what to use instead';
  throw new RegistryError('invalid_request', {
    detail: `The body of the yank is incomplete. reason: ${message}.`,
    errors: [{ field: 'reason', message }],
  });
}
