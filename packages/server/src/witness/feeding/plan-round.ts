// Which witnesses are asked now. All that answer are asked for the same head: a quorum needs cosignatures of one head.
import type { WitnessProgress } from '@prime-registry/store';

/** Who is asked now; if nobody is, when to look again. */
export interface Round {
  readonly ask: readonly WitnessProgress[];
  /** Milliseconds since the epoch; infinite if nobody is behind. */
  readonly nextAtMs: number;
}

/** The longest wait after failures, in milliseconds. */
export const MAX_WAIT_MS = 300_000;

/**
 * Plans a round.
 * @param size - of the newest head
 * @param intervalMs - the shortest time between two heads
 */
export function planRound(
  witnesses: readonly WitnessProgress[],
  size: number,
  nowMs: number,
  intervalMs: number,
): Round {
  // A clock that was put back must not stop a witness.
  const latestMs = nowMs + 2 * Math.max(MAX_WAIT_MS, intervalMs);
  const dueAt = ({ nextAtMs }: WitnessProgress): number => (nextAtMs > latestMs ? 0 : nextAtMs);
  const behind = witnesses.filter((witness) => witness.size < size);
  const good = behind.filter(({ failures }) => failures === 0);
  // One that fails is asked together with the others, or for the head that they have cosigned.
  const nextAtMs = Math.min(...(good.length > 0 ? good : behind).map(dueAt));
  if (nowMs < nextAtMs) return { ask: [], nextAtMs };
  return { ask: behind.filter((witness) => witness.failures === 0 || dueAt(witness) <= nowMs), nextAtMs };
}

/** How far a witness is after it has cosigned. */
export function progressAfterSuccess(
  { vkey }: WitnessProgress,
  size: number,
  nowMs: number,
  intervalMs: number,
): WitnessProgress {
  const nextAtMs = nowMs + intervalMs;
  return { vkey, size, cosignedAtMs: nowMs, failures: 0, nextAtMs, problem: undefined };
}

/** How far a witness is after a failure: each one doubles the wait. */
export function progressAfterFailure(
  before: WitnessProgress,
  problem: string,
  nowMs: number,
  intervalMs: number,
): WitnessProgress {
  const waitMs = Math.min(MAX_WAIT_MS, intervalMs * 2 ** Math.min(before.failures, 20));
  return { ...before, failures: before.failures + 1, nextAtMs: nowMs + waitMs, problem };
}
