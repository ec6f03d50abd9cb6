// Reads what all pages about a Prime need: its versions, and which is the latest.
import { ownTurn } from '@prime-registry/concurrency';
import { identityOfVersion, type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { LifecycleRecord, ListedVersion, VersionSummary } from '@prime-registry/store';
import type { ShownVersion } from '@prime-registry/web';
import { latestOf } from '../../actions/latest-of.ts';
import { primeNotFound, versionRemoved } from '../../actions/not-found.ts';
import type { VersionListing } from '../../mirror/lists/list-versions.ts';
import type { Needs } from '../route-deps.ts';

/** Reading more versions than this takes some milliseconds. */
const MANY = 1000;

/** The versions of a Prime, in descending precedence. */
export interface PrimeVersions {
  readonly versions: readonly ShownVersion[];
  /** Undefined if every version is yanked. */
  readonly latest: Version | undefined;
  /** The latest version that is here, and not only upstream. */
  readonly latestHere: Version | undefined;
  /** Base URL of its upstream; undefined for a Prime that belongs to this registry. */
  readonly origin: string | undefined;
  /** What happened to it after its publishes; usually undefined. */
  readonly lifecycle: LifecycleRecord | undefined;
}

/**
 * Reads the versions of a Prime; at least one.
 * @throws RegistryError `prime_not_found`, `upstream_unavailable`; if every version was removed, `version_removed` or
 *   `version_removed_by_law`
 */
export async function readVersions(deps: Needs<'store' | 'mirror'>, name: PrimeName): Promise<PrimeVersions> {
  const known = await readHistory(deps, name);
  if (known.versions.length === 0) throw allRemoved(name, known.lifecycle?.removed.at(-1));
  return known;
}

/** The same; if every version was removed, the removed ones. @throws RegistryError as above, except for these */
export async function readHistory(
  { store, mirror }: Needs<'store' | 'mirror'>,
  name: PrimeName,
): Promise<PrimeVersions> {
  const [here, { versions: listed, lifecycle, mirrored }] = await Promise.all([
    store.listVersionSummaries(name.full),
    mirror.isOn ? mirror.listVersions(name) : readHere(store, name),
  ]);
  const versions = mirrored === undefined ? here : unite(listed, here);
  if (versions.length === 0 && (lifecycle?.removed ?? []).length === 0) throw primeNotFound(name);
  // The page has a turn of the event loop of its own.
  if (versions.length > MANY) await ownTurn();
  const ascending = versions.toReversed();
  return {
    lifecycle,
    versions,
    latest: latestOf(ascending),
    latestHere: latestOf(ascending.filter(({ atoms }) => atoms !== undefined)),
    origin: mirrored?.origin,
  };
}

async function readHere(store: Needs<'store'>['store'], { full }: PrimeName): Promise<VersionListing> {
  return { versions: [], lifecycle: await store.findLifecycle(full) };
}

/** A Prime whose versions were all removed is no 404. @param highest - of the removed versions */
function allRemoved(name: PrimeName, highest: LifecycleRecord['removed'][number] | undefined): RegistryError {
  if (highest === undefined) return primeNotFound(name);
  const { code, message } = versionRemoved(highest);
  return new RegistryError(code, {
    detail: `Every version of ${name.full} was removed. The highest: ${message}`,
  });
}

/** The listed versions, descending, with the details of those that are here. */
function unite(listed: readonly ListedVersion[], here: readonly VersionSummary[]): ShownVersion[] {
  const known = new Map(here.map((summary) => [identityOfVersion(summary.version), summary]));
  return listed.toReversed().map(({ version, publishedAtMs, yanked }) => {
    const summary = known.get(identityOfVersion(version));
    return summary === undefined ? { version, publishedAtMs, yanked } : { ...summary, yanked };
  });
}
