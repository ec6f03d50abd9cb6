// Copies an upstream, or a part of it: missing versions are pulled, yanks and removals are repeated here; nothing else
// is ever deleted. It is idempotent: of a Prime that is here, a second run only reads the list, if the upstream has no
// change feed that says whether it must.
import { forEachConcurrently } from '@prime-registry/concurrency';
import type { Followed } from '../lists/follow-list.ts';
import { MirroredLists } from '../lists/mirrored-lists.ts';
import { listBoundNames } from './bound-names.ts';
import { DoneSoFar } from './done-so-far.ts';
import { findChangedNames, findNames, type SyncSelection } from './find-names.ts';
import { SyncAttempts } from './sync-attempts.ts';
import { planSync } from './sync-by-feed.ts';
import type { SyncDeps } from './sync-deps.ts';
import { syncPrime } from './sync-prime.ts';

const PRIMES_AT_ONCE = 4;

/**
 * Copies what is selected. A failure of one Prime or version is reported and does not end the copy.
 * @throws GivenUpError, UnlistedPrimesError, RegistryError `storage_unavailable`, and RegistryError
 *   `upstream_unavailable` if the upstream does not list its Primes
 */
export async function syncRegistry(deps: SyncDeps, selection: SyncSelection): Promise<void> {
  const { upstream, onReached, now } = deps;
  const store = deps.isDryRun ? withoutWrites(deps.store) : deps.store;
  const failures: unknown[] = [];
  const { removal } = deps;
  const followed = new Map<string, Followed[]>();
  const onFollowed = (each: Followed): void => {
    followed.set(each.name, [...(followed.get(each.name) ?? []), each]);
  };
  const lists = new MirroredLists({
    store,
    now,
    removal,
    onFailure: (error) => failures.push(error),
    onFollowed,
  });
  const attempts = new SyncAttempts(deps);
  const done = new DoneSoFar();
  const listBound = (scope?: string, after?: string) =>
    listBoundNames({ store, origin: upstream.url }, scope, after);
  const { changed, finish } = await planSync({ ...deps, store }, selection);
  if (changed !== undefined) deps.onContinued(changed.size);
  const names =
    changed === undefined ? findNames(upstream, selection, listBound) : findChangedNames(changed, selection);
  await forEachConcurrently(names, { limit: PRIMES_AT_ONCE }, async (wanted) => {
    const { full } = wanted.name;
    const end = wanted.isNamed ? undefined : done.begin(full);
    await attempts.attempt({ name: full }, () => syncPrime({ ...deps, lists, followed, attempts }, wanted));
    // A copy that resumes behind a name must not leave out a Prime that has failed.
    if (end === undefined || attempts.hasFailed(full)) return;
    const before = done.last;
    end();
    if (done.last !== undefined && done.last !== before) onReached(done.last);
  });
  if (failures.length > 0) throw failures[0];
  if (!attempts.hasAnyFailed) await finish();
}

function withoutWrites(store: SyncDeps['store']): SyncDeps['store'] {
  return {
    ...store,
    saveFeedCursor: async () => undefined,
    replaceFeedCursor: async () => undefined,
    saveMirroredList: async () => undefined,
    removeMirroredList: async () => undefined,
    yankVersion: async () => undefined,
    unyankVersion: async () => undefined,
    removeVersion: async () => undefined,
  };
}
