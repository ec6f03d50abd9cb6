// Lists the versions of a mirrored Prime: what its upstream lists, and versions here that the upstream no
// longer lists.
import type { PrimeName } from '@prime-registry/protocol';
import type { LifecycleRecord, ListedVersion, VersionStore } from '@prime-registry/store';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import { isUpstreamFailure, type MirroredLists } from './mirrored-lists.ts';
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

/** What listing works with. */
export interface ListVersionsDeps extends SupplierDeps {
  readonly store: SupplierDeps['store'] & Pick<VersionStore, 'listVersions'>;
  readonly lists: MirroredLists;
  readonly absenceMaxAgeMs: number;
  readonly now: () => number;
}

/**
 * Lists the versions.
 * @throws RegistryError `upstream_unavailable` if nothing is here and it is unknown whether an upstream has
 *   the Prime
 */
export async function listVersions(deps: ListVersionsDeps, name: PrimeName): Promise<VersionListing> {
  const here = await deps.store.listVersions(name.full);
  const suppliers = await listSuppliers(deps, name);
  if (suppliers.length === 0) return { versions: here };
  try {
    const list = await deps.lists.find(name, suppliers);
    if (list === undefined) {
      const origin = here.length > 0 ? suppliers[0]?.url : undefined;
      const mirrored = { origin, ageMs: undefined, freshForMs: deps.absenceMaxAgeMs, isAsked: true };
      return { versions: here, mirrored };
    }
    const { origin, checkedAtMs, freshForMs, isAsked } = list;
    const ageMs = Math.max(0, deps.now() - checkedAtMs);
    const versions = await uniteLists(list.versions, here);
    return { versions, mirrored: { origin, ageMs, freshForMs, isAsked } };
  } catch (error) {
    if (here.length === 0 || !isUpstreamFailure(error)) throw error;
    const [supplier] = suppliers;
    const mirrored = { origin: supplier?.url, ageMs: undefined, freshForMs: 0, isAsked: false };
    return { versions: here, mirrored };
  }
}
