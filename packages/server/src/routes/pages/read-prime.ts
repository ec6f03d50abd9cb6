// Reads what all pages about a Prime need: its versions, and which is the latest.
import {
  identityOfVersion,
  type PrimeName,
  type RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { ListedVersion, VersionSummary } from '@prime-registry/store';
import type { ShownVersion } from '@prime-registry/web';
import { latestOf } from '../../actions/latest-of.ts';
import { primeNotFound, versionRemoved } from '../../actions/not-found.ts';
import type { Needs } from '../route-deps.ts';

/** The versions of a Prime, in descending precedence. */
export interface PrimeVersions {
  readonly versions: readonly ShownVersion[];
  /** Undefined if every version is yanked. */
  readonly latest: Version | undefined;
  /** The latest version that is here, and not only upstream. */
  readonly latestHere: Version | undefined;
  /** Base URL of its upstream; undefined for a Prime that belongs to this registry. */
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
  if (versions.length === 0) throw await whyEmpty(store, name);
  const ascending = versions.toReversed();
  return {
    versions,
    latest: latestOf(ascending),
    latestHere: latestOf(ascending.filter(({ atoms }) => atoms !== undefined)),
    origin: listing?.mirrored?.origin,
  };
}

/** A Prime whose versions were all removed is no 404. */
async function whyEmpty({ findLifecycle }: Needs<'store'>['store'], name: PrimeName): Promise<RegistryError> {
  const tombstone = (await findLifecycle(name.full))?.removed.at(-1);
  return tombstone === undefined ? primeNotFound(name) : versionRemoved(tombstone);
}

/** The listed versions, descending, with the details of those that are here. */
function unite(listed: readonly ListedVersion[], here: readonly VersionSummary[]): ShownVersion[] {
  const known = new Map(here.map((summary) => [identityOfVersion(summary.version), summary]));
  return listed.toReversed().map(({ version, publishedAtMs, yanked }) => {
    const summary = known.get(identityOfVersion(version));
    return summary === undefined ? { version, publishedAtMs, yanked } : { ...summary, yanked };
  });
}
