// Changes the upstream of a Prime, and removes what the new owner does not have. If no version stays, one of
// the new upstream is pulled and verified first: only bytes bind a name.
import { getValue, type PrimeName, parseVersion, RegistryError } from '@prime-registry/protocol';
import type { Act, ListedVersion, RegistryStore } from '@prime-registry/store';
import type { KeepDeps } from '../pull/keep-version.ts';
import { copyVersion } from '../sync/copy-version.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { ComparedVersion } from './compare-versions.ts';

export interface RebindPrimeDeps extends KeepDeps {
  readonly store: RegistryStore;
  /** The new upstream; undefined if the name becomes one of this registry. */
  readonly upstream: Upstream | undefined;
  readonly actOf: (action: 'rebind' | 'evict') => Act;
  readonly signal: AbortSignal;
}

/** The versions of the Prime are not those that were compared; the message is for the operator. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

/**
 * Changes the upstream of a Prime.
 * @param from - base URL of its upstream
 * @returns the version that was pulled, if none stays
 * @throws ChangedMeanwhileError, RegistryError `prime_not_found` if the new upstream does not have the Prime,
 *   and as `copyVersion` does; nothing was changed then
 */
export async function rebindPrime(
  deps: RebindPrimeDeps,
  name: PrimeName,
  from: string,
  compared: readonly ComparedVersion[],
): Promise<string | undefined> {
  const { store, upstream } = deps;
  const change = () => changeOwner(deps, name, from, compared);
  const isEmptied = compared.every(({ comparison }) => comparison !== 'same');
  if (upstream === undefined || !isEmptied) {
    await change();
    return undefined;
  }
  const listed = await findLatest(upstream, name);
  const version = getValue(parseVersion(listed.version));
  const changing: KeepDeps['store'] = {
    // Called with a version that was verified completely.
    async insertVersion(...args) {
      await change();
      return store.insertVersion(...args);
    },
  };
  await copyVersion({ ...deps, upstream, store: changing }, { name, version, listed });
  return version.full;
}

async function changeOwner(
  { store, upstream, actOf }: RebindPrimeDeps,
  name: PrimeName,
  from: string,
  compared: readonly ComparedVersion[],
): Promise<void> {
  const versionsWith = (isSame: boolean) =>
    compared.filter(({ comparison }) => (comparison === 'same') === isSame).map(({ version }) => version);
  const stays = versionsWith(true);
  const removed = versionsWith(false);
  const details = { from, to: upstream?.url ?? 'local', kept: stays.length, removed: removed.length };
  const isDone = await store.rebindPrime(
    { name: name.full, from, to: upstream?.url, stays, removed },
    { ...actOf('rebind'), name: name.full, details },
    ({ name: ofPrime, version, sha256, sizeBytes }) => {
      const evicted = { sha256, size_bytes: sizeBytes, reason: 'rebind' };
      return { ...actOf('evict'), name: ofPrime, version, details: evicted };
    },
  );
  if (isDone) return;
  throw new ChangedMeanwhileError(
    `the versions of ${name.full} have changed in the meantime; nothing was changed, run it again`,
  );
}

async function findLatest(upstream: Upstream, name: PrimeName): Promise<ListedVersion> {
  const { versions = [] } = (await upstream.fetchList(name.full, undefined)) ?? {};
  const latest = versions.findLast(({ yanked }) => !yanked) ?? versions.at(-1);
  if (latest !== undefined) return latest;
  throw new RegistryError('prime_not_found', { detail: `${upstream.url} does not have ${name.full}` });
}
