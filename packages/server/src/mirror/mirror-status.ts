// The status of a mirror: whether its upstreams answer, what is mirrored, and what the next eviction takes.
import type { EvictionStore, MirrorStore, MirrorSummary } from '@prime-registry/store';
import { measureSurplus, type PlanDeps, planEviction } from './evict/plan-eviction.ts';
import type { UpstreamAnswer } from './upstreams/probe-upstream.ts';
import type { Upstream } from './upstreams/upstream.ts';

/** What an eviction takes from an upstream. */
interface PlannedLoss {
  readonly versions: number;
  readonly sizeBytes: number;
}

export interface MirrorStatus extends MirrorSummary {
  /** Undefined for an upstream that is not configured (any more): it is not asked. */
  readonly answer: UpstreamAnswer | undefined;
  /** Whether it explains its errors, so that no other 404 of its address counts. */
  readonly isKnown: boolean;
  /** What the next eviction takes. */
  readonly next: PlannedLoss;
}

export interface MirrorStatusDeps extends PlanDeps {
  readonly store: PlanDeps['store'] &
    Pick<EvictionStore, 'summarizeMirrors'> &
    Pick<MirrorStore, 'isKnownUpstream'>;
  /** In the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
}

/**
 * Asks all upstreams at the same time, and reads what is mirrored.
 * @throws RegistryError `storage_unavailable`
 */
export async function readMirrorStatus(deps: MirrorStatusDeps): Promise<MirrorStatus[]> {
  const { store, upstreams } = deps;
  const [summaries, answers, losses] = await Promise.all([
    store.summarizeMirrors(),
    probeAll(upstreams),
    planLosses(deps),
  ]);
  const summaryOf = new Map(summaries.map((summary) => [summary.origin, summary]));
  const answerOf = new Map(upstreams.map(({ url }, index) => [url, answers[index]]));
  const origins = new Set([...answerOf.keys(), ...summaryOf.keys()]);
  return Promise.all(
    [...origins].map(async (origin) => ({
      ...(summaryOf.get(origin) ?? nothingOf(origin)),
      answer: answerOf.get(origin),
      isKnown: await store.isKnownUpstream(origin),
      next: losses.get(origin) ?? { versions: 0, sizeBytes: 0 },
    })),
  );
}

/** The client of upstreams is loaded only if there are any. */
async function probeAll(upstreams: readonly Upstream[]): Promise<UpstreamAnswer[]> {
  if (upstreams.length === 0) return [];
  const { probeUpstream } = await import('./upstreams/probe-upstream.ts');
  return Promise.all(upstreams.map(probeUpstream));
}

async function planLosses(deps: PlanDeps): Promise<Map<string, PlannedLoss>> {
  const losses = new Map<string, PlannedLoss>();
  for await (const { origin, storedBytes: sizeBytes } of planEviction(deps, await measureSurplus(deps))) {
    const loss = losses.get(origin) ?? { versions: 0, sizeBytes: 0 };
    losses.set(origin, { versions: loss.versions + 1, sizeBytes: loss.sizeBytes + sizeBytes });
  }
  return losses;
}

function nothingOf(origin: string): MirrorSummary {
  return {
    ...{ origin, primes: 0, versions: 0, sizeBytes: 0, lists: 0 },
    ...{ firstPulledAtMs: undefined, lastPulledAtMs: undefined },
    ...{ firstCheckedAtMs: undefined, lastCheckedAtMs: undefined },
  };
}
