// Lists the versions of a mirrored Prime: what its upstream lists, and versions here that the upstream no
// longer lists.
import { identityOfVersion, type PrimeName } from '@prime-registry/protocol';
import type { LifecycleRecord, ListedVersion, RegistryStore } from '@prime-registry/store';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import {
  ABSENCE_MAX_AGE_MS,
  isUpstreamFailure,
  type MirroredLists,
  type MirroredVersions,
} from './mirrored-lists.ts';
import { uniteLifecycles } from './unite-lifecycles.ts';
import { uniteLists } from './unite-lists.ts';

/** A list of versions, and how fresh it is. */
export interface VersionListing {
  /** In ascending precedence, yanked ones included; empty if the Prime does not exist. */
  readonly versions: readonly ListedVersion[];
  /** What happened to the Prime after its publishes; usually undefined. */
  readonly lifecycle?: LifecycleRecord | undefined;
  /** What came from upstream; undefined for a name that belongs to this registry. */
  readonly mirrored?: MirroredListing | undefined;
}

/** A list, or an absence, that depends on upstreams. */
export interface MirroredListing {
  /** Base URL of the upstream; undefined if none has the Prime. */
  readonly origin: string | undefined;
  /** How long ago the upstream answered, in milliseconds; undefined if unknown. */
  readonly ageMs: number | undefined;
  /** How long the answer stays fresh, in milliseconds; 0 or less if it is stale. */
  readonly freshForMs: number;
  /** Whether the upstream was asked for this answer; false for a cached one. */
  readonly isAsked: boolean;
}

export interface ListVersionsDeps extends SupplierDeps {
  readonly store: RegistryStore;
  readonly lists: MirroredLists;
  /** Whether versions stay here that their upstream has removed. */
  readonly keepsRemoved: boolean;
  readonly now: () => number;
}

/**
 * Lists the versions.
 * @throws RegistryError `upstream_unavailable` if nothing is here and it is unknown whether an upstream has
 *   the Prime
 */
export async function listVersions(deps: ListVersionsDeps, name: PrimeName): Promise<VersionListing> {
  const suppliers = await listSuppliers(deps, name);
  if (suppliers.length === 0) return listHere(deps, name);
  try {
    const list = await deps.lists.find(name, suppliers);
    // Read after the list: its removals were followed here.
    const listing = await listHere(deps, name);
    if (list === undefined) {
      const origin = listing.versions.length > 0 ? suppliers[0]?.url : undefined;
      const mirrored = { origin, ageMs: undefined, freshForMs: ABSENCE_MAX_AGE_MS, isAsked: true };
      return { ...listing, mirrored };
    }
    const { origin, checkedAtMs, freshForMs, isAsked } = list;
    const ageMs = checkedAtMs === undefined ? undefined : Math.max(0, deps.now() - checkedAtMs);
    const mirrored = { origin, ageMs, freshForMs, isAsked };
    return { ...(await unite(deps, { name: name.full, ...list }, listing)), mirrored };
  } catch (error) {
    const listing = await listHere(deps, name);
    if (listing.versions.length === 0 || !isUpstreamFailure(error)) throw error;
    const [supplier] = suppliers;
    const mirrored = { origin: supplier?.url, ageMs: undefined, freshForMs: 0, isAsked: false };
    return { ...listing, mirrored };
  }
}

async function listHere({ store }: Pick<ListVersionsDeps, 'store'>, { full }: PrimeName) {
  const versions = await store.listVersions(full, { withRequires: true });
  return { versions, lifecycle: await store.findLifecycle(full) };
}

async function unite(
  { keepsRemoved }: Pick<ListVersionsDeps, 'keepsRemoved'>,
  list: MirroredVersions & { readonly name: string },
  { versions: here, lifecycle: own }: Pick<VersionListing, 'versions' | 'lifecycle'>,
): Promise<VersionListing> {
  const gone = new Set(own?.removed.map(({ identity }) => identity));
  const kept = new Set(keepsRemoved ? here.map(({ version }) => identityOfVersion(version)) : []);
  const lifecycle = await uniteLifecycles(list, own, (identity) => kept.has(identity));
  if (!keepsRemoved)
    for (const { version } of list.lifecycle?.removed ?? []) gone.add(identityOfVersion(version));
  return { versions: await uniteLists(without(list.versions, gone), without(here, gone)), lifecycle };
}

/** The same array if nothing is left out: results are kept for it. */
function without(versions: readonly ListedVersion[], gone: ReadonlySet<string>): readonly ListedVersion[] {
  const isGone = ({ version }: ListedVersion): boolean => gone.has(identityOfVersion(version));
  return gone.size > 0 && versions.some(isGone) ? versions.filter((each) => !isGone(each)) : versions;
}
