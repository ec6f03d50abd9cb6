// The versions of a Prime, of which some may be in another registry: what that one lists, and what has come from it and is listed
// there no more.
import { type PrimeName, parseVersion, precedenceKey } from '@prime-registry/protocol';
import type { ListedVersion, VersionStore } from '@prime-registry/store';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import { isUpstreamFailure, type MirroredLists } from './mirrored-lists.ts';

/** A list of versions, and how far it is to be trusted. */
export interface VersionListing {
  /** In ascending precedence, yanked ones included; empty for a Prime that does not exist. */
  readonly versions: readonly ListedVersion[];
  /** What another registry has to do with it; undefined for a name that belongs here. */
  readonly mirrored?: MirroredListing | undefined;
}

/** A list, or an absence, that depends on another registry. */
export interface MirroredListing {
  /** Base URL of the registry that it came from; undefined when none has it. */
  readonly origin: string | undefined;
  /** How long ago that registry was heard, in milliseconds; undefined when that is not known. */
  readonly ageMs: number | undefined;
  /** For how much longer the answer may be given again, in milliseconds; 0 or below for one that is overdue. */
  readonly freshForMs: number;
  /** Whether that registry was asked for it just now; false for what was known. */
  readonly isAsked: boolean;
}

/** What listing works with. */
export interface ListVersionsDeps extends SupplierDeps {
  readonly store: SupplierDeps['store'] & Pick<VersionStore, 'listVersions'>;
  readonly lists: MirroredLists;
  readonly absenceMaxAgeMs: number;
  readonly now: () => number;
}

/** Lists them. @throws RegistryError `upstream_unavailable` when nothing is here and it is not known whether there is elsewhere */
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
    return { versions: unite(list.versions, here), mirrored: { origin, ageMs, freshForMs, isAsked } };
  } catch (error) {
    if (here.length === 0 || !isUpstreamFailure(error)) throw error;
    const [supplier] = suppliers;
    const mirrored = { origin: supplier?.url, ageMs: undefined, freshForMs: 0, isAsked: false };
    return { versions: here, mirrored };
  }
}

/** Both, each version once. A version that is yanked in either is yanked. */
function unite(elsewhere: readonly ListedVersion[], here: readonly ListedVersion[]): ListedVersion[] {
  const known = new Map<string, { readonly key: string; readonly listed: ListedVersion }>();
  for (const listed of [...here, ...elsewhere]) {
    const parsed = parseVersion(listed.version);
    if (!parsed.ok) continue;
    const { identity } = parsed.value;
    const before = known.get(identity)?.listed;
    const yanked = listed.yanked || before?.yanked === true;
    known.set(identity, { key: precedenceKey(parsed.value), listed: { ...(before ?? listed), yanked } });
  }
  return [...known.values()]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ listed }) => listed);
}
