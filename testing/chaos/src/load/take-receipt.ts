// The part of a receipt that says where the publish is in the transparency log.
import type { Draft } from '../model/draft.ts';
import { describe } from '../model/ledger.ts';
import type { ReceiptLog } from '../model/log-memory.ts';
import type { Loss, World } from '../world.ts';

/** Nothing is signed while what was signed before cannot be compared, and for some seconds after. */
const SETTLE_MS = 10_000;
const LOSSES: readonly Loss[] = ['connections', 'writes', 'reads', 'tarballs'];

/** Judges it, and remembers it. */
export function takeReceipt(world: World, draft: Draft, log: unknown): void {
  const { ledger } = world;
  if (ledger.log.current === undefined) return;
  if (log === undefined) {
    world.unproved += 1;
    const sinceMs = performance.now() - SETTLE_MS;
    if (!LOSSES.some((loss) => world.isExcused(loss, sinceMs)))
      world.violate(`the receipt of ${describe(draft)} has no proof`);
    return;
  }
  const problem = ledger.log.acknowledge(draft, log as ReceiptLog);
  if (problem !== undefined) world.violate(`the receipt of ${describe(draft)}: ${problem}`);
}
