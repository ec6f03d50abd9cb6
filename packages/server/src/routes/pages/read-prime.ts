// What pages about a Prime read first: its versions, and which of them is the latest.
import { type PrimeName, parseVersion, selectLatest, type Version } from '@prime-registry/protocol';
import type { InventorySummary, ListedVersion, VersionSummary } from '@prime-registry/store';
import type { ShownVersion } from '@prime-registry/web';
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
    latest: findLatest(versions),
    latestHere: findLatest(versions.filter(({ atoms }) => atoms !== undefined)),
    origin: listing?.mirrored?.origin,
  };
}

function findLatest(versions: readonly ShownVersion[]): Version | undefined {
  const candidates = versions.map(({ version, yanked }) => ({ version: parseStored(version), yanked }));
  return selectLatest(candidates)?.version;
}

/** What is listed, descending, with what is known of those that are here. */
function unite(listed: readonly ListedVersion[], here: readonly VersionSummary[]): ShownVersion[] {
  const known = new Map(here.map((summary) => [parseStored(summary.version).identity, summary]));
  return listed.toReversed().map(({ version, publishedAtMs, yanked }) => {
    const summary = known.get(parseStored(version).identity);
    return summary === undefined ? { version, publishedAtMs, yanked } : { ...summary, yanked };
  });
}

/** A version as the store has it. */
export function parseStored(version: string): Version {
  const parsed = parseVersion(version);
  if (!parsed.ok) throw new Error(`the store holds a malformed version: ${parsed.message}`);
  return parsed.value;
}

/** Tells what is inside a version: that changes only when it is read for the first time, or anew by another rule. */
export function inventoryKey(
  name: string,
  { identity }: Version,
  inventory: InventorySummary | undefined,
): string {
  return `${name} ${identity} ${inventory?.format} ${inventory?.atomCount} ${inventory?.problemCount}`;
}
