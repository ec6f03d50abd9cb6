// The atoms of a version for work with all of them: in this thread if they are few, as those of most Primes, else in another.
import { createPause } from '@prime-registry/concurrency';
import type { GraphRow } from '@prime-registry/store';

/** In characters. Reading 900 atoms takes some milliseconds; another thread would take as long, and have to be started. */
const FEW_CHARACTERS = 1_000_000;

/** Batches of atoms, encoded. */
type Batches = AsyncIterable<readonly GraphRow[]>;

/**
 * Works with the rows of a version. If they are many, they are read again for the work: one that waits for a thread holds
 * none of them in the meantime.
 */
export async function useRows<Result>(
  read: () => Batches,
  work: (rows: Batches, isSmall: boolean) => Promise<Result>,
): Promise<Result> {
  const few = await readFew(read());
  return few === undefined ? work(read(), false) : work(toBatches(few), true);
}

/** Undefined if they are more. */
async function readFew(batches: Batches): Promise<GraphRow[] | undefined> {
  const rows: GraphRow[] = [];
  const pause = createPause();
  let characters = 0;
  for await (const batch of batches) {
    for (const { atom, kind, name, description, facts, edges } of batch)
      characters +=
        atom.length + kind.length + name.length + description.length + facts.length + edges.length;
    if (characters > FEW_CHARACTERS) return undefined;
    rows.push(...batch);
    await pause();
  }
  return rows;
}

async function* toBatches(rows: readonly GraphRow[]): Batches {
  yield rows;
}
