// Transactions that change what a manifest or a tarball answers. If processes use read leases, a hold is committed first: no
// lease begins from then on. Once the last one has ended, the change is made, and the hold is taken away.
import { setTimeout as delay } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import type { SqlEngine, Transact } from '../engine.ts';
import type { Transaction } from '../sql/schema.ts';
import { createReadLeaseRows } from './read-lease-rows.ts';

/** How long a process that has died keeps others from leases, at most, in milliseconds. */
const HOLD_MS = 60_000;
/** A hold is used by further changes until then: the time that is left is enough for a transaction. */
const REUSED_MS = 30_000;
/** A hold without a change ends after this time: changes that follow each other wait for the leases once. */
const LINGER_MS = 200;

/** What is left of a hold when a change is about to be committed: more than a commit takes. */
const COMMIT_MS = 5000;
/** How often a change is made again that took so long that leases may have begun meanwhile. */
const MOST_TRIES = 3;

/** Rolls a change back: leases may have begun since it waited for them. */
class Overtaken extends Error {}

interface Hold {
  readonly id: string;
  /** When it was begun, by performance.now(). */
  readonly sinceMs: number;
  /** When no lease is left. */
  readonly ready: Promise<void>;
  changes: number;
  /** Whether the database did not say how a change ended: it may be committed later, so the hold ends by itself. */
  isUncertain: boolean;
}

/** Transactions after read leases, and the end of a hold that was left for further ones. */
export interface ReadHolds {
  readonly transact: Transact;
  end(): Promise<void>;
}

/** Creates them. */
export function createReadHolds({ transact, reader, nowMs }: SqlEngine): ReadHolds {
  const rows = createReadLeaseRows(nowMs);
  let current: Hold | undefined;

  async function begin(id: string): Promise<void> {
    await transact((transaction) => rows.hold(transaction, id, HOLD_MS));
    // After the commit: who registers later sees the hold.
    const leaseMs = await rows.findLongest(reader);
    // Clocks of processes may run at rates that differ by a twentieth.
    if (leaseMs > 0) await delay(1.05 * leaseMs + 20);
  }

  function join(): Hold {
    if (current !== undefined && performance.now() - current.sinceMs < REUSED_MS) return current;
    const id = crypto.randomUUID();
    const hold: Hold = { id, sinceMs: performance.now(), ready: begin(id), changes: 0, isUncertain: false };
    current = hold;
    hold.ready.catch(() => leave(hold));
    return hold;
  }

  function leave(hold: Hold): void {
    if (current === hold) current = undefined;
  }

  async function release(hold: Hold): Promise<void> {
    leave(hold);
    // Otherwise it ends by itself.
    await transact((transaction) => rows.release(transaction, hold.id)).catch(() => undefined);
  }

  /** Ends a hold that no change uses. */
  async function endUnused(hold: Hold): Promise<void> {
    if (hold.changes === 0 && !hold.isUncertain) await release(hold);
  }

  async function changeInHold<T>(work: Work<T>): Promise<T> {
    const hold = join();
    hold.changes += 1;
    try {
      await hold.ready;
      return await transact((transaction) =>
        // The process may have been stopped for so long that the hold has ended.
        lastly(transaction, work, () => rows.isHolding(transaction, hold.id, COMMIT_MS)),
      ).catch((error: unknown) => {
        hold.isUncertain ||= isUnavailable(error);
        if (hold.isUncertain || error instanceof Overtaken) leave(hold);
        throw error;
      });
    } finally {
      hold.changes -= 1;
      setTimeout(() => void endUnused(hold), LINGER_MS).unref();
    }
  }

  return {
    async transact(work, sinceMs) {
      for (let tries = 1; ; tries += 1) {
        try {
          if ((await rows.findLongest(reader)) > 0) return await changeInHold(work);
          return await transact(
            (transaction) =>
              lastly(transaction, work, async () => (await rows.findLongest(transaction)) === 0),
            sinceMs,
          );
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
          if (tries === MOST_TRIES) throw tooSlow();
        }
      }
    },

    async end() {
      // A change that is under way needs its hold.
      if (current !== undefined) await endUnused(current);
    },
  };
}

type Work<T> = (transaction: Transaction) => Promise<T>;

/** Runs work, and rolls it back unless leases still wait for it. */
async function lastly<T>(
  transaction: Transaction,
  work: Work<T>,
  isAware: () => Promise<boolean>,
): Promise<T> {
  const result = await work(transaction);
  if (!(await isAware())) throw new Overtaken();
  return result;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'storage_unavailable';
}

function tooSlow(): RegistryError {
  return new RegistryError('storage_unavailable', {
    detail: 'The registry takes too long for the change at the moment; try again.',
  });
}
