// How much a scope may hold. It is checked where the version is inserted, so that no number of simultaneous publishes gets
// past it; and before the upload where the answer is known by then.
import { RegistryError } from '@prime-registry/protocol';
import type { ScopeUsage, VersionStore } from '@prime-registry/store';
import type { Actor } from '../tokens/authenticate-token.ts';

/** The most that each scope may hold; 0 is no bound. Yanked versions count: they are kept. */
export interface ScopeQuota {
  readonly scopeMaxVersions: number;
  readonly scopeMaxBytes: number;
}

/**
 * Makes a function that is told what a scope would hold with the version that is to be published, and throws RegistryError
 * `scope_quota_exceeded` if that is too much; undefined where nothing is.
 */
export function createRoomCheck(
  { scopeMaxVersions, scopeMaxBytes }: ScopeQuota,
  scope: string,
): ((usage: ScopeUsage) => void) | undefined {
  if (scopeMaxVersions === 0 && scopeMaxBytes === 0) return undefined;
  return ({ versions, sizeBytes }) => {
    if (scopeMaxVersions > 0 && versions > scopeMaxVersions) {
      throw exceeded(`${scope} would have ${versions} versions, and may have ${scopeMaxVersions}.`);
    }
    if (scopeMaxBytes > 0 && sizeBytes > scopeMaxBytes) {
      throw exceeded(`${scope} would have ${sizeBytes} bytes of tarballs, and may have ${scopeMaxBytes}.`);
    }
  };
}

/**
 * Refuses an actor all of whose scopes are full, before anything is uploaded.
 * @throws RegistryError `scope_quota_exceeded`
 */
export async function requireRoomSomewhere(
  store: VersionStore,
  quota: ScopeQuota,
  { scopes }: Actor,
): Promise<void> {
  if (scopes.includes('*')) return;
  let refusal: unknown;
  for (const scope of scopes) {
    const check = createRoomCheck(quota, scope);
    if (check === undefined) return;
    const { versions, sizeBytes } = await store.findScopeUsage(scope);
    try {
      // No tarball is smaller.
      check({ versions: versions + 1, sizeBytes: sizeBytes + 1 });
      return;
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== undefined) throw refusal;
}

function exceeded(what: string): RegistryError {
  const detail = `${what} Versions are kept for good, so nothing makes room; the operator of the registry can allow more.`;
  return new RegistryError('scope_quota_exceeded', { detail });
}
