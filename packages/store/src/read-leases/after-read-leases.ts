// Transactions that change what a manifest or a tarball answers. If processes use read leases, a hold is committed first: no
// lease begins from then on. Once the last one has ended, the change is made, and the hold is taken away.
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlEngine, Transact } from '../engine.ts';
import { createReadLeaseRows } from './read-lease-rows.ts';

/** How long a process that has died keeps others from leases, at most, in milliseconds. */
const HOLD_MS = 60_000;
/** A hold is used by further changes until then: the time that is left is enough for any transaction. */
const REUSED_MS = 30_000;
/** A hold without a change ends after this time: changes that follow each other wait for the leases once. */
const LINGER_MS = 200;

/** A change that took longer may have been overtaken by a registration and a lease; below {@link LEASES_AFTER_MS}. */
const UNAWARE_MS = 5000;

interface Hold {
  readonly id: string;
  /** When it was begun, by performance.now(). */
  readonly sinceMs: number;
  /** When no lease is left. @returns how long leases last at most, in milliseconds */
  readonly ready: Promise<number>;
  changes: number;
}

/** Transactions after read leases, and the end of a hold that was left for further ones. */
export interface ReadHolds {
  readonly transact: Transact;
  end(): Promise<void>;
}

/** Creates them. */
export function createReadHolds({
  transact,
  reader,
  nowMs,
}: Pick<SqlEngine, 'transact' | 'reader' | 'nowMs'>): ReadHolds {
  const rows = createReadLeaseRows(nowMs);
  let current: Hold | undefined;

  async function begin(id: string): Promise<number> {
    await transact((transaction) => rows.hold(transaction, id, HOLD_MS));
    // After the commit: who registers later sees the hold.
    const leaseMs = await rows.findLongest(reader);
    await waitFor(leaseMs);
    return leaseMs;
  }

  function join(): Hold {
    if (current !== undefined && performance.now() - current.sinceMs < REUSED_MS) return current;
    const id = crypto.randomUUID();
    const hold: Hold = { id, sinceMs: performance.now(), ready: begin(id), changes: 0 };
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

  return {
    async transact(work, sinceMs) {
      const startMs = performance.now();
      if ((await rows.findLongest(reader)) === 0) {
        const result = await transact(work, sinceMs);
        if (performance.now() - startMs > UNAWARE_MS) await waitFor(await rows.findLongest(reader));
        return result;
      }
      const hold = join();
      hold.changes += 1;
      try {
        const leaseMs = await hold.ready;
        const result = await transact(work);
        // The process may have been stopped for so long that leases began again before the commit.
        if (performance.now() - hold.sinceMs > HOLD_MS - UNAWARE_MS) await waitFor(leaseMs);
        return result;
      } finally {
        hold.changes -= 1;
        if (hold.changes === 0) setTimeout(() => hold.changes === 0 && release(hold), LINGER_MS).unref();
      }
    },

    async end() {
      if (current !== undefined) await release(current);
    },
  };
}

/** Waits until leases have ended that began before. Clocks of processes may run at rates that differ by a twentieth. */
async function waitFor(leaseMs: number): Promise<void> {
  if (leaseMs > 0) await delay(1.05 * leaseMs + 20);
}
