// Repeats here what an upstream did to versions that came from it: yanks, yanks that it took back, removals. A list
// alone does not make a Prime one of this upstream, and versions that it no longer lists stay.
import type { BlobInventory } from '@prime-registry/blobs';
import { identityOfVersion, parseVersion, RegistryError, type Version } from '@prime-registry/protocol';
import type { ListedVersion, RegistryStore } from '@prime-registry/store';
import { removeWithBlob } from '../../actions/lifecycle/remove-version.ts';
import type { RemovedUpstream } from '../../tasks/lists/upstream-lifecycle.ts';
import { MIRROR_ACTOR, mirrorActs } from '../mirror-acts.ts';
import type { LifecycleElsewhere } from './unite-lifecycles.ts';

export interface FollowDeps {
  readonly store: RegistryStore;
  readonly removal: RemovalDeps;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
  /** Called with what is followed, besides yanks. */
  readonly onFollowed?: (followed: Followed) => void;
}

/** A yank that is taken back here, or a version that is removed. */
export interface Followed {
  readonly kind: 'unyanked' | 'removed';
  readonly name: string;
  readonly version: string;
}

export interface RemovalDeps {
  /** Whether versions stay that their upstream has removed. */
  readonly keepsRemoved: boolean;
  /** Opens the blob inventory during the work. */
  readonly withInventory: (work: (inventory: BlobInventory) => Promise<void>) => Promise<void>;
  /** Called for a version that stays although its upstream has removed it; maybe several times. */
  readonly onKept: (name: string, version: string, origin: string) => void;
}

/** The list of an upstream. */
export interface ListToFollow extends LifecycleElsewhere {
  readonly versions: readonly ListedVersion[];
}

/**
 * Follows a list. It compares with what is here, so it does nothing twice, and a long list costs little.
 * @throws RegistryError `storage_unavailable`
 */
export async function followList(deps: FollowDeps, list: ListToFollow): Promise<void> {
  const { store } = deps;
  const here = await store.listVersions(list.name);
  if (here.length === 0) return;
  const yanked = yankedIn(list.versions);
  const mayUnyank = here.some((known) => known.yanked && !yanked.has(identityOf(known)));
  const removed = list.lifecycle?.removed ?? [];
  if (yanked.size === 0 && removed.length === 0 && !mayUnyank) return;
  // Versions of another upstream may be here by now, or some that were published here.
  if ((await store.findStanding(list.name)).origin !== list.origin) return;
  const gone = new Map(removed.map((entry) => [identityOf(entry), entry]));
  const listed = mayUnyank ? new Set(list.versions.map(identityOf)) : new Set<string>();
  for (const known of here) {
    const identity = identityOf(known);
    const removal = gone.get(identity);
    const isYanked = yanked.has(identity);
    // The others of a long list are not even parsed.
    if (removal === undefined && (isYanked === known.yanked || (known.yanked && !listed.has(identity))))
      continue;
    const version = parseVersion(known.version);
    if (!version.ok) continue;
    if (removal !== undefined) await remove(deps, list, version.value, removal);
    else if (isYanked) await yank(deps, list, version.value, yanked.get(identity));
    else await unyank(deps, list, version.value);
  }
}

async function yank(
  { store, now }: FollowDeps,
  { name, origin }: ListToFollow,
  version: Version,
  reason = `yanked at ${origin}`,
): Promise<void> {
  const yankedAtMs = now();
  const act = mirrorActs('yank', yankedAtMs, origin);
  await store.yankVersion({ name, version, yankedAtMs, yankedBy: MIRROR_ACTOR, reason, act });
}

/** Only a yank that the mirror itself made: that of its operator stays. */
async function unyank(deps: FollowDeps, { name, origin }: ListToFollow, version: Version) {
  const { store, now, onFollowed } = deps;
  // A transaction that changes nothing would still make every cached response stale.
  const known = await store.findWholeVersion(name, version);
  if (known?.yank?.by !== MIRROR_ACTOR) return;
  const atMs = now();
  const act = mirrorActs('unyank', atMs, origin);
  await store.unyankVersion({ name, version, atMs, yankedBy: MIRROR_ACTOR, act });
  onFollowed?.({ kind: 'unyanked', name, version: version.full });
}

async function remove(
  { store, removal, now, onFailure, onFollowed }: FollowDeps,
  { name, origin }: ListToFollow,
  version: Version,
  { category, reason, removedAtMs: thereMs }: RemovedUpstream,
): Promise<void> {
  if (removal.keepsRemoved) return removal.onKept(name, version.full, origin);
  const nowMs = now();
  const act = mirrorActs('remove', nowMs, origin);
  // The same for everybody, unless the upstream sent no time.
  const removedAtMs = thereMs || nowMs;
  const check = (record: { readonly origin?: string | undefined }): void => {
    if (record.origin !== origin) {
      throw new RegistryError('name_of_another_registry', { detail: `${name} is not from ${origin}.` });
    }
  };
  try {
    await removal.withInventory(async (inventory) => {
      const order = { name, version, category, reason, removedAtMs, origin, check, act };
      await removeWithBlob({ store, inventory, now }, order);
    });
    onFollowed?.({ kind: 'removed', name, version: version.full });
  } catch (error) {
    // It has another origin by now: it stays. Any other failure is repeated with the next list, and
    // every server removes a tarball that was left.
    if (!(error instanceof RegistryError) || error.code !== 'name_of_another_registry') onFailure(error);
  }
}

/** The reasons of yanked versions, by identity. */
function yankedIn(versions: readonly ListedVersion[]): ReadonlyMap<string, string | undefined> {
  const yanked = new Map<string, string | undefined>();
  for (const listed of versions) if (listed.yanked) yanked.set(identityOf(listed), listed.yankReason);
  return yanked;
}

function identityOf({ version }: Pick<ListedVersion, 'version'>): string {
  return identityOfVersion(version);
}
