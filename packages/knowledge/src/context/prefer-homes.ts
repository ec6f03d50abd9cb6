// Anybody may publish an atom with the id of somebody else, in a Prime with more words of a task than the true one. Only the
// owner of a scope publishes in it: of Primes that nobody has asked for, one in the scope of the atom counts.
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import { CALLS_AT_A_TIME } from './find-primes.ts';
import { isAtHome, type Pool, toPoolAtom } from './pool-atom.ts';
import { unlessUnavailable } from './read-pool.ts';

/**
 * Replaces atoms of the pool by those with the same id in a Prime of their scope, if the source knows of one. What it
 * cannot read there leaves the pool: nothing else is what the id stands for.
 */
export async function preferHomes(
  source: KnowledgeSource,
  pool: Pool,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const foreign = [...new Set(ids)].filter((id) => {
    const entry = pool.get(id);
    return entry !== undefined && !isAtHome(entry);
  });
  if (foreign.length === 0) return;
  const homes = await source.findHomes?.(foreign, signal && { signal });
  await mapConcurrently(
    [...(homes ?? [])],
    { limit: CALLS_AT_A_TIME, signal },
    async ([id, { name, version }], end) => {
      const located = await unlessUnavailable(
        source.findAtom(id, { prime: name, wanted: version }, { signal: end }),
      );
      const entry = located && toPoolAtom(located);
      if (entry?.atom.id === id && isAtHome(entry)) pool.set(id, entry);
      else pool.delete(id);
    },
  );
}
