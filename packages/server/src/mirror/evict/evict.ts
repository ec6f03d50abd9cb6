// Evicts what came from other registries: the versions in small transactions, then their tarballs. Any number of processes may do so
// at once: what one has evicted the others do not find.
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobInventory } from '@prime-registry/blobs';
import type { Act, RegistryStore } from '@prime-registry/store';
import { REMOVED_AT_ONCE, removeBlobs } from '../../actions/tarballs/remove-blobs.ts';
import { firstKeptDay, type PlanDeps, planEviction, type Victim } from './plan-eviction.ts';

/** What evicting works with. */
export interface EvictDeps extends PlanDeps {
  readonly store: Pick<
    RegistryStore,
    'listMirrorUsage' | 'listLeastRead' | 'evictVersions' | 'evictLists' | 'whileUnreferenced'
  >;
  readonly inventory: Pick<BlobInventory, 'findBlob' | 'removeBlob'>;
  /** Whose act it is. */
  readonly actOf: (victim: Victim) => Act;
  /** Tarballs that were touched more lately stay, in milliseconds: see {@link Eviction.left}. */
  readonly blobsOlderThanMs: number;
  readonly signal: AbortSignal;
}

/** One run, and what it has left to the next one. */
export interface Eviction {
  /** Tarballs that no version needs and that could not be removed yet; `gc` finds them as well. */
  readonly left: Set<string>;
}

// Together they bound how long others wait: on an engine with one writer everybody does.
const MAX_VERSIONS = 20;
const MAX_ATOMS = 1000;
/** Between two transactions, so that those who wait get their turn. */
const PAUSE_MS = 20;
const LISTS_AT_ONCE = 200;
const MAX_LEFT = 100_000;
const DAY_MS = 86_400_000;

/**
 * Evicts what the limits leave no room for.
 * @returns each version that is gone, when its batch is
 * @throws RegistryError `storage_unavailable`, or the reason of the signal; what was evicted before is gone
 */
export async function* evict(deps: EvictDeps, { left }: Eviction): AsyncGenerator<Victim> {
  const { store, signal, now } = deps;
  for await (const batch of inBatches(planEviction(deps))) {
    signal.throwIfAborted();
    const reasons = new Map(batch.map((victim) => [victim.id, victim]));
    const gone = await store.evictVersions(batch, (version) => {
      const victim = reasons.get(version.id);
      if (victim === undefined) throw new Error('only what was asked for is evicted');
      return toEntry(victim, deps.actOf(victim));
    });
    const digests = [...new Set(gone.map(({ sha256 }) => sha256))];
    for (const sha256 of digests) if (left.size < MAX_LEFT) left.add(sha256);
    yield* batch.filter(({ id }) => gone.some((version) => version.id === id));
    await removeTarballs(deps, digests, left);
    await delay(PAUSE_MS);
  }
  await removeTarballs(deps, [...left], left);
  const beforeMs = firstKeptDay(deps.limits, now()) * DAY_MS;
  while (beforeMs > 0 && (await store.evictLists(beforeMs, LISTS_AT_ONCE)) === LISTS_AT_ONCE) {
    signal.throwIfAborted();
    await delay(PAUSE_MS);
  }
}

/** As many at a time as one transaction takes. */
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

async function removeTarballs(deps: EvictDeps, digests: readonly string[], left: Set<string>): Promise<void> {
  for (let from = 0; from < digests.length; from += REMOVED_AT_ONCE) {
    deps.signal.throwIfAborted();
    const batch = digests.slice(from, from + REMOVED_AT_ONCE);
    const { young, failure } = await removeBlobs(deps, batch, deps.blobsOlderThanMs);
    if (failure !== undefined) throw failure.error;
    // Whatever is not there, or is needed again, is no matter of ours any more.
    for (const sha256 of batch) if (!young.includes(sha256)) left.delete(sha256);
  }
}

function toEntry({ name, version, sha256, sizeBytes, reason, lastReadDay }: Victim, act: Act) {
  const lastRead = new Date(lastReadDay * DAY_MS).toISOString().slice(0, 10);
  return { ...act, name, version, details: { sha256, size_bytes: sizeBytes, reason, last_read: lastRead } };
}
