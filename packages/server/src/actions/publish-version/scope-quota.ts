// The quota of a scope. It is checked in the transaction that inserts the version, so that simultaneous
// publishes cannot exceed it; and before the upload if every scope of the token is full.
import { RegistryError, scopeOf } from '@prime-registry/protocol';
import type { ScopeUsage, VersionStore } from '@prime-registry/store';
import type { Actor } from '../tokens/authenticate-token.ts';

/** The most that each scope may have; 0 is no limit. Yanked versions count, because they are kept. */
export interface ScopeQuota {
  readonly scopeMaxVersions: number;
  readonly scopeMaxBytes: number;
}

/**
 * Creates a check for what a scope would have after the publish; undefined without a quota. The check throws
 * RegistryError `scope_quota_exceeded`.
 */
export function createRoomCheck(
  { scopeMaxVersions, scopeMaxBytes }: ScopeQuota,
  scope: string,
): ((usage: ScopeUsage) => void) | undefined {
  if (scopeMaxVersions === 0 && scopeMaxBytes === 0) return undefined;
  return ({ versions, sizeBytes }) => {
    if (scopeMaxVersions > 0 && versions > scopeMaxVersions) {
      throw exceeded(`${scope} would have ${versions} versions; the limit is ${scopeMaxVersions}.`);
    }
    if (scopeMaxBytes > 0 && sizeBytes > scopeMaxBytes) {
      throw exceeded(
        `${scope} would have ${sizeBytes} bytes; the limit is ${scopeMaxBytes}. Tarballs, manifests, READMEs and atoms count.`,
      );
    }
  };
}

/**
 * Refuses an actor whose scopes are all full, before the upload.
 * @throws RegistryError `scope_quota_exceeded`
 */
export async function requireRoomSomewhere(
  store: VersionStore,
  quota: ScopeQuota,
  { scopes, primes }: Actor,
): Promise<void> {
  if (scopes.includes('*')) return;
  let refusal: unknown;
  for (const scope of new Set([...scopes, ...primes.map(({ name }) => scopeOf(name))])) {
    const check = createRoomCheck(quota, scope);
    if (check === undefined) return;
    const { versions, sizeBytes } = await store.findScopeUsage(scope);
    try {
      // No version is smaller.
      check({ versions: versions + 1, sizeBytes: sizeBytes + 1 });
      return;
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== undefined) throw refusal;
}

function exceeded(what: string): RegistryError {
  const detail = `${what} Versions are never deleted; the operator of the registry can raise the limit.`;
  return new RegistryError('scope_quota_exceeded', { detail });
}
