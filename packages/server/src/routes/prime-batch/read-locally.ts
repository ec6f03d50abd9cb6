// One list or manifest of a batch, if it is plain: everything about it is known here, and its JSON shows no hidden
// characters, which this registry escapes outside of the contract's answers.
import {
  lengthOfRequires,
  type PrimeBatchItem,
  type PrimeBatchQuery,
  type PrimeName,
  parseVersion,
  primeBatchKey,
  type Version,
  type VersionList,
  type VersionManifest,
} from '@prime-registry/protocol';
import type { ListedVersion, RegistryStore } from '@prime-registry/store';
import { mayHideInJson } from '../../http/responses/visible-json.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import { describeLifecycle } from '../lifecycle/describe-lifecycle.ts';
import { findDeprecated } from '../lifecycle/find-deprecated.ts';
import { describeManifest } from '../versions/describe-manifest.ts';
import { describeVersions } from '../versions/describe-versions.ts';
import type { ItemAnswer } from './answer-items.ts';

export interface LocalReading extends Omit<PrimeBatchQuery, 'items'> {
  readonly store: Pick<RegistryStore, 'findVersion'>;
  readonly mirror: Pick<Mirror, 'isLocal' | 'listVersions' | 'findLifecycle'>;
  /** Gives other requests a turn, if it is due. */
  readonly pause: () => Promise<void>;
}

/** Longer lists are read singly: they take a turn of the event loop of their own. */
const MAX_VERSIONS = 1000;
/** A version in a list without requirements, and an item without an answer. */
const ENTRY_BYTES = 70;

/** Reads one item. @throws RegistryError `storage_unavailable` */
export async function readLocally(
  deps: LocalReading,
  item: PrimeBatchItem,
): Promise<ItemAnswer<PrimeBatchItem>> {
  const { of, name, version } = item;
  if (!(await deps.mirror.isLocal(name))) return singly();
  const { found, versions } =
    version === undefined ? await readList(deps, name) : await readManifest(deps, name, version);
  if (found === undefined) return singly(versions);
  await deps.pause();
  const json = JSON.stringify({ of, ...found });
  const follow = deps.includeLatest && 'list' in found ? latestItem(name, found.list) : undefined;
  return { json: mayHideInJson(json) ? undefined : json, workBytes: json.length, follow };
}

interface Found {
  readonly found: { readonly list: VersionList } | { readonly manifest: VersionManifest } | undefined;
  /** What was read in vain. */
  readonly versions?: readonly ListedVersion[];
}

/** The manifest of the latest version; undefined if all are yanked. */
function latestItem(name: PrimeName, { latest }: VersionList): PrimeBatchItem | undefined {
  const version = parseVersion(latest);
  return version.ok ? { of: primeBatchKey(name.full, latest), name, version: version.value } : undefined;
}

async function readList({ mirror, pause, includeYanked }: LocalReading, name: PrimeName): Promise<Found> {
  const listing = await mirror.listVersions(name, { withRemoved: includeYanked, withRequires: true });
  const { versions, lifecycle, mirrored } = listing;
  const isPlain = mirrored === undefined && versions.length > 0 && versions.length <= MAX_VERSIONS;
  if (!isPlain || lifecycle?.movedTo !== undefined) return { found: undefined, versions };
  await pause();
  const listed = includeYanked ? versions : versions.filter(isNotYanked);
  const isDeprecated = lifecycle && (await findDeprecated(lifecycle, listed));
  const list = {
    ...describeVersions(name.full, listed, { all: versions, isDeprecated }),
    ...(lifecycle && describeLifecycle(lifecycle, { withRemoved: includeYanked })),
  };
  return { found: { list } };
}

async function readManifest(
  { store, mirror }: LocalReading,
  name: PrimeName,
  version: Version,
): Promise<Found> {
  const record = await store.findVersion(name.full, version);
  if (record === undefined || record.origin !== undefined) return { found: undefined };
  const lifecycle = await mirror.findLifecycle(name, undefined);
  if (lifecycle?.movedTo !== undefined) return { found: undefined };
  return { found: { manifest: describeManifest(record, lifecycle) } };
}

function isNotYanked({ yanked }: ListedVersion): boolean {
  return !yanked;
}

function singly(versions: readonly ListedVersion[] = []): ItemAnswer {
  let workBytes = ENTRY_BYTES * (1 + versions.length);
  for (const { requires } of versions) if (requires !== undefined) workBytes += lengthOfRequires(requires);
  return { json: undefined, workBytes };
}
