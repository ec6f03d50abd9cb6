// What pages about a Prime read first: its versions, and which of them is the latest.
import { getValue, type PrimeName, parseVersion, type Version } from '@prime-registry/protocol';
import type { InventorySummary, ListedVersion, VersionSummary } from '@prime-registry/store';
import type { ShownVersion } from '@prime-registry/web';
import { latestOf } from '../../actions/latest-of.ts';
import { primeNotFound } from '../../actions/not-found.ts';
import type { Needs } from '../route-deps.ts';

/** The versions of a Prime, descending. */
export interface PrimeVersions {
  readonly versions: readonly ShownVersion[];
  /** Undefined where every version is yanked. */
  readonly latest: Version | undefined;
  /** The latest of those that are here. */
  readonly latestHere: Version | undefined;
  /** Base URL of the registry that it comes from; undefined for a Prime that belongs here. */
  readonly origin: string | undefined;
}

/** Reads the versions of a Prime. @throws RegistryError `prime_not_found`, `upstream_unavailable` */
export async function readVersions(
  { store, mirror }: Needs<'store' | 'mirror'>,
  name: PrimeName,
): Promise<PrimeVersions> {
  const [here, listing] = await Promise.all([
    store.listVersionSummaries(name.full),
    mirror.isOn ? mirror.listVersions(name) : undefined,
  ]);
  const versions = listing?.mirrored === undefined ? here : unite(listing.versions, here);
  if (versions.length === 0) throw primeNotFound(name);
  return {
    versions,
    latest: latestOf(versions),
    latestHere: latestOf(versions.filter(({ atoms }) => atoms !== undefined)),
    origin: listing?.mirrored?.origin,
  };
}

/** What is listed, descending, with what is known of those that are here. */
function unite(listed: readonly ListedVersion[], here: readonly VersionSummary[]): ShownVersion[] {
  const known = new Map(here.map((summary) => [identityOf(summary.version), summary]));
  return listed.toReversed().map(({ version, publishedAtMs, yanked }) => {
    const summary = known.get(identityOf(version));
    return summary === undefined ? { version, publishedAtMs, yanked } : { ...summary, yanked };
  });
}

function identityOf(version: string): string {
  return getValue(parseVersion(version)).identity;
}

/** Tells what is inside a version: that changes only when it is read for the first time, or anew by another rule. */
export function inventoryKey(
  name: string,
  { identity }: Version,
  inventory: InventorySummary | undefined,
): string {
  return `${name} ${identity} ${inventory?.format} ${inventory?.atomCount} ${inventory?.problemCount}`;
}
