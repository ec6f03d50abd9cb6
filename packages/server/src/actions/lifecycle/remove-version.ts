// Removes a version for good, such as one with a secret in it: its bytes and everything that was read from them. The
// number stays taken.
import { RegistryError, type RemovalCategory, type Version } from '@prime-registry/protocol';
import type { Removal, TombstoneRecord } from '@prime-registry/store';
import { versionNotFound } from '../not-found.ts';
import { requesterActs } from '../tokens/act.ts';
import { requirePermission, requirePrime } from '../tokens/authorize.ts';
import type { LifecycleDeps, LifecycleRequest } from './lifecycle-request.ts';
import { type RemoveTarballDeps, removeTarball } from './remove-tarball.ts';

export interface RemovalDeps extends LifecycleDeps, Pick<RemoveTarballDeps, 'inventory'> {
  /** Stores the downloads that are counted but not stored yet. */
  readonly flushDownloads: () => Promise<void>;
}

export interface RemovalRequest extends LifecycleRequest {
  readonly version: Version;
  readonly category: RemovalCategory;
  readonly reason: string | undefined;
}

/**
 * Removes a version. Idempotent; repeated, it also removes a tarball that an interrupted removal left.
 * @throws RegistryError `permission_missing`, `scope_not_allowed`, `prime_not_allowed`, `removal_refused`,
 *   `prime_not_found`, `version_not_found`, `storage_unavailable`
 */
export async function removeVersion(deps: RemovalDeps, request: RemovalRequest): Promise<TombstoneRecord> {
  const { actor, name, version, category, reason } = request;
  requirePermission(actor, 'yank');
  // What is gone for good: nothing for a token of some versions.
  requirePrime(actor, name, undefined);
  const isOperator = actor.permissions.includes('admin');
  // What somebody has downloaded, an owner cannot remove. Other processes may still gather some seconds of downloads.
  if (!isOperator && deps.ownerRemovalMs > 0) await deps.flushDownloads();
  const removedAtMs = deps.now();
  const removal: Removal = {
    ...{ name: name.full, version, category, reason, removedAtMs },
    act: requesterActs('remove', removedAtMs, actor),
    ...(!isOperator && { check: (record, downloads) => requireRecent(deps, record, downloads) }),
  };
  const tombstone = await removeWithBlob(deps, removal);
  if (tombstone === undefined) throw await versionNotFound(deps.store, name, version);
  return tombstone;
}

/**
 * Removes a version, then its tarball, unless other versions have the same one.
 * @returns undefined if the version does not exist
 * @throws RegistryError `storage_unavailable`, also if only the tarball is left: every server tries again, see
 *   finish-removals.ts
 */
export async function removeWithBlob(
  deps: Pick<RemovalDeps, 'store' | 'inventory' | 'now'>,
  removal: Removal,
): Promise<TombstoneRecord | undefined> {
  const tombstone = await deps.store.removeVersion(removal);
  if (tombstone === undefined) return undefined;
  await removeTarball(deps, tombstone);
  return tombstone;
}

function requireRecent(
  { ownerRemovalMs, now }: LifecycleDeps,
  {
    name,
    version,
    publishedAtMs,
    origin,
  }: { name: string; version: string; publishedAtMs: number; origin?: string | undefined },
  downloads: number,
): void {
  const label = `${name} ${version}`;
  const ask = 'Yank it, and ask the operator of this registry to remove it.';
  if (ownerRemovalMs === 0 || origin !== undefined)
    throw refused(`Only the operator of this registry may remove ${label}. ${ask}`);
  if (now() - publishedAtMs > ownerRemovalMs)
    throw refused(`${label} was published more than ${ownerRemovalMs / 3_600_000} hours ago. ${ask}`);
  if (downloads > 0)
    throw refused(`${label} was downloaded ${downloads === 1 ? 'once' : `${downloads} times`}. ${ask}`);
}

function refused(detail: string): RegistryError {
  return new RegistryError('removal_refused', { detail });
}
