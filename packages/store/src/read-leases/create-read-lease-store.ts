// Assembles the ReadLeaseStore.
import type { ReadLeaseStore } from '../contracts/read-lease-store.ts';
import type { SqlEngine } from '../engine.ts';
import { createReadLeaseRows } from './read-lease-rows.ts';

export function createReadLeaseStore({ transact, reader, nowMs, changeStamp }: SqlEngine): ReadLeaseStore {
  const rows = createReadLeaseRows(nowMs);
  return {
    registerReadLeases: (leaseMs, forMs) =>
      transact((transaction) => rows.register(transaction, leaseMs, forMs)),

    async findLeasableStamp() {
      const before = await changeStamp();
      if (await rows.isHeld(reader)) return undefined;
      // With the same stamp before and after, nothing was committed in between: the stamp is that of what was read.
      return (await changeStamp()) === before ? before : undefined;
    },
  };
}
