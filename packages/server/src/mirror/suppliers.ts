// Which upstreams may be asked for a name. A name that belongs to this registry is never asked for upstream,
// so that nobody outside can supply it. A Prime that came from one upstream is never taken from another.
import type { PrimeName } from '@prime-registry/protocol';
import type { MirrorStore } from '@prime-registry/store';
import type { Upstream } from './upstreams/upstream.ts';

export interface SupplierDeps {
  readonly store: Pick<MirrorStore, 'findStanding'>;
  /** All that are configured, in the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
  /** Scopes that belong to this registry, with their `@`, even if they are empty. */
  readonly localScopes: ReadonlySet<string>;
}

/** The upstreams to ask for a name, in order; none for a name that belongs to this registry. */
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
