// Evicts mirrored versions in small transactions, then their tarballs. Several processes may do so at the
// same time: a version that one of them has evicted is gone for the others.
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobInventory } from '@prime-registry/blobs';
import type { Act, RegistryStore } from '@prime-registry/store';
import { REMOVED_AT_ONCE, removeBlobs } from '../../actions/tarballs/remove-blobs.ts';
import { evictLists, PAUSE_MS } from './evict-lists.ts';
import { firstKeptDay, measureSurplus, type PlanDeps, planEviction, type Victim } from './plan-eviction.ts';

export interface EvictDeps extends PlanDeps {
  readonly store: RegistryStore;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'removeBlob'>;
  /** The audit log entry of an eviction. */
  readonly actOf: (victim: Victim) => Act;
  /** Tarballs that were touched more recently stay, in milliseconds: see `left` of {@link evict}. */
  readonly blobsOlderThanMs: number;
  readonly signal: AbortSignal;
}

// Together they bound how long other writers wait: with SQLite that is every writer.
const MAX_VERSIONS = 20;
const MAX_ATOMS = 1000;
const MAX_LEFT = 100_000;
const DAY_MS = 86_400_000;

/**
 * Evicts what exceeds the limits.
 * @param left - for the next run: unreferenced tarballs that could not be removed yet; `gc` finds them too
 * @returns each evicted version, after its batch
 * @throws RegistryError `storage_unavailable`, or the reason of the signal; what was evicted before stays
 *   evicted
 */
export async function* evict(deps: EvictDeps, left: Set<string>): AsyncGenerator<Victim> {
  const { store, signal, now } = deps;
  const surplus = await measureSurplus(deps);
  // They are cheap to fetch again, and no version depends on them.
  await evictLists(deps, Number.MAX_SAFE_INTEGER, surplus);
  for await (const batch of inBatches(planEviction(deps, surplus))) {
    signal.throwIfAborted();
    const reasons = new Map(batch.map((victim) => [victim.id, victim]));
    const { removed: gone, freedBytes } = await store.evictVersions(batch, (version) => {
      const victim = reasons.get(version.id);
      if (victim === undefined) throw new Error('an evicted version was not in the batch');
      return toEntry(victim, deps.actOf(victim));
    });
    surplus.bytes += batch.reduce((sum, { storedBytes }) => sum + storedBytes, 0) - freedBytes;
    // What another process evicted is no surplus either.
    if (gone.length < batch.length) surplus.bytes = (await measureSurplus(deps)).bytes;
    const digests = [...new Set(gone.map(({ sha256 }) => sha256))];
    for (const sha256 of digests) if (left.size < MAX_LEFT) left.add(sha256);
    try {
      yield* batch.filter(({ id }) => gone.some((version) => version.id === id));
    } finally {
      // Also if the caller stops: only a kill leaves tarballs that no version needs.
      await removeTarballs(deps, digests, left);
    }
    await delay(PAUSE_MS);
  }
  const rest = [...left];
  for (let at = 0; at < rest.length; at += REMOVED_AT_ONCE) {
    signal.throwIfAborted();
    await removeTarballs(deps, rest.slice(at, at + REMOVED_AT_ONCE), left);
  }
  await evictLists(deps, firstKeptDay(deps.limits, now()) * DAY_MS);
}

/** Splits victims into batches for one transaction each. */
async function* inBatches(victims: AsyncIterable<Victim>): AsyncGenerator<Victim[]> {
  let batch: Victim[] = [];
  let atoms = 0;
  for await (const victim of victims) {
    if (batch.length > 0 && (batch.length === MAX_VERSIONS || atoms + victim.atoms > MAX_ATOMS)) {
      yield batch;
      batch = [];
      atoms = 0;
    }
    batch.push(victim);
    atoms += victim.atoms;
  }
  if (batch.length > 0) yield batch;
}

/** @param digests - at most {@link REMOVED_AT_ONCE} */
async function removeTarballs(deps: EvictDeps, digests: readonly string[], left: Set<string>): Promise<void> {
  const { young, failure } = await removeBlobs(deps, digests, deps.blobsOlderThanMs);
  if (failure !== undefined) throw failure.error;
  // A tarball that is gone, or is referenced again, needs no removal.
  for (const sha256 of digests) if (!young.includes(sha256)) left.delete(sha256);
}

function toEntry({ name, version, sha256, sizeBytes, reason, lastReadDay }: Victim, act: Act) {
  const lastRead = new Date(lastReadDay * DAY_MS).toISOString().slice(0, 10);
  return { ...act, name, version, details: { sha256, size_bytes: sizeBytes, reason, last_read: lastRead } };
}
