// Reads the texts of atoms, one call for each Prime and length.
import type { TextLevel } from '@prime-registry/atoms';
import { mapConcurrently } from '@prime-registry/concurrency';
import { CALLS_AT_A_TIME } from './find-primes.ts';
import type { Reading } from './pool-atom.ts';

/** As many ids as the source takes. */
const IDS_AT_A_TIME = 200;

/** Reads the texts that were not read yet into the pool. */
export async function readPoolTexts(
  { source, pool, signal }: Reading,
  wanted: readonly { readonly id: string; readonly level: TextLevel }[],
): Promise<void> {
  const unread = wanted.flatMap(({ id, level }) => {
    const entry = pool.get(id);
    return entry === undefined || entry.texts[level] !== undefined ? [] : [{ id, level, entry }];
  });
  const groups = Map.groupBy(
    unread,
    ({ entry: { prime }, level }) => `${prime.name} ${prime.version} ${level}`,
  );
  const calls = [...groups.values()].flatMap((group) => chunk(group, IDS_AT_A_TIME));
  await mapConcurrently(calls, { limit: CALLS_AT_A_TIME, signal }, async (group, end) => {
    const [first] = group;
    if (first === undefined) return;
    const ids = group.map(({ id }) => id);
    const texts = await source.readTexts(first.entry.prime, ids, first.level, { signal: end });
    for (const { id, level, entry } of group) {
      const text = texts.get(id);
      if (text !== undefined)
        pool.set(id, { ...entry, ...pool.get(id), texts: { ...pool.get(id)?.texts, [level]: text } });
    }
  });
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
