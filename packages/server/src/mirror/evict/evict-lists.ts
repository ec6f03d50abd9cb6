// Evicts version lists of Primes that have no versions here.
import { setTimeout as delay } from 'node:timers/promises';
import type { RegistryStore } from '@prime-registry/store';
import type { Surplus } from './plan-eviction.ts';

/** Between two transactions, for waiting writers. */
export const PAUSE_MS = 20;
const LISTS_AT_ONCE = 200;
/** Where only some must go. */
const FEW_LISTS = 10;

/**
 * Evicts lists of Primes without versions here.
 * @param surplus - if given, only while there is one
 */
export async function evictLists(
  { store, signal }: { readonly store: Pick<RegistryStore, 'evictLists'>; readonly signal: AbortSignal },
  checkedBeforeMs: number,
  surplus?: Surplus,
): Promise<void> {
  const limit = surplus === undefined ? LISTS_AT_ONCE : FEW_LISTS;
  for (let lists = limit; lists === limit && checkedBeforeMs > 0 && (surplus?.bytes ?? 1) > 0; ) {
    signal.throwIfAborted();
    const gone = await store.evictLists({ checkedBeforeMs, limit });
    if (surplus !== undefined) surplus.bytes -= gone.freedBytes;
    lists = gone.lists;
    await delay(PAUSE_MS);
  }
}
