// Notes when tokens and trust rules were last used.
import type { Transact } from '../engine.ts';

/** The last use of a row. */
export interface Use {
  readonly id: string;
  readonly usedAtMs: number;
}

/** Notes uses in their rows, unless a later use is already there. */
export async function noteUses(
  transact: Transact,
  table: 'tokens' | 'trust_rules',
  uses: readonly Use[],
): Promise<void> {
  await transact(async (transaction) => {
    // In a fixed order: another process may update the same rows, and the two must not deadlock.
    for (const { id, usedAtMs } of uses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await transaction
        .updateTable(table)
        .set({ last_used_at_ms: usedAtMs })
        .where('id', '=', id)
        .where(({ eb, or }) => or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', usedAtMs)]))
        .execute();
    }
  });
}
