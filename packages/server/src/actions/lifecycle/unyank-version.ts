// Takes a yank back: the version is listed, found and resolved again.
import type { Version } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { versionNotFound } from '../not-found.ts';
import { requirePermission, requirePrime } from '../tokens/authorize.ts';
import { type LifecycleDeps, type LifecycleRequest, toChange } from './lifecycle-request.ts';

/**
 * Takes a yank back. Idempotent. Also of a mirrored version, if it was yanked here; the next list of its upstream
 * decides otherwise.
 * @throws RegistryError `permission_missing`, `scope_not_allowed`, `prime_not_allowed`, `prime_not_found`,
 *   `version_not_found`, `version_removed`
 */
export async function unyankVersion(
  deps: LifecycleDeps,
  request: LifecycleRequest & { readonly version: Version },
): Promise<VersionRecord> {
  const { actor, name, version } = request;
  requirePermission(actor, 'yank');
  requirePrime(actor, name, version);
  const after = await deps.store.unyankVersion({ ...toChange(deps, request, 'unyank'), version });
  if (after === undefined) throw await versionNotFound(deps.store, name, version);
  return after;
}
