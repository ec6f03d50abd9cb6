// Work that of several processes on the same data one does after another, such as changing a file.
import type { LeaseTable } from './lease.ts';

/** How long a process that has died keeps the others waiting, in milliseconds. */
const LEASE_MS = 10_000;
const ASK_EVERY_MS = 50;

/**
 * Does some short work while no other process does work of this name; waits for its turn.
 * @throws errors of the table and of the work
 */
export async function withLease<T>(table: LeaseTable, name: string, work: () => Promise<T>): Promise<T> {
  const lease = { name, holder: crypto.randomUUID() };
  const take = (): Promise<boolean> =>
    table.tryLease({ ...lease, nowMs: Date.now(), untilMs: Date.now() + LEASE_MS });
  while (!(await take())) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  try {
    return await work();
  } finally {
    await table.endLease(lease.name, lease.holder);
  }
}
