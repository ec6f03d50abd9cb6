// Which other registries may be asked for a name. What belongs here is never asked elsewhere, so that nobody outside can supply it;
// and a name whose versions came from one registry is never taken from another.
import type { PrimeName } from '@prime-registry/protocol';
import type { MirrorStore } from '@prime-registry/store';
import type { Upstream } from './upstreams/upstream.ts';

/** What decides whom to ask. */
export interface SupplierDeps {
  readonly store: Pick<MirrorStore, 'findStanding'>;
  readonly upstreams: readonly Upstream[];
  /** Scopes that belong here, whether or not anything of them is here. */
  readonly localScopes: ReadonlySet<string>;
}

/** The registries to ask for a name, in order; none for a name that belongs here. */
export async function listSuppliers(
  { store, upstreams, localScopes }: SupplierDeps,
  { full, scope }: PrimeName,
): Promise<readonly Upstream[]> {
  const allowed = upstreams.filter((upstream) => upstream.supplies(scope));
  if (allowed.length === 0 || localScopes.has(scope)) return [];
  const { isLocalScope, origin } = await store.findStanding(full);
  if (isLocalScope) return [];
  return origin === undefined ? allowed : allowed.filter(({ url }) => url === origin);
}
