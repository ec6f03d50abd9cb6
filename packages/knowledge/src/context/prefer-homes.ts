// Anybody may publish an atom with the id of somebody else, in a Prime with more words of a task than the true one. Only the
// owner of a scope publishes in it: of Primes that nobody has asked for, one in the scope of the atom counts.
import { isAtHome, type Reading } from './pool-atom.ts';
import { findPoolAtoms } from './read-pool.ts';

/**
 * Replaces atoms of the pool by those with the same id in a Prime of their scope, if the source knows of one. What it
 * cannot read there leaves the pool: nothing else is what the id stands for.
 */
export async function preferHomes(reading: Reading, ids: readonly string[]): Promise<void> {
  const { source, pool, signal } = reading;
  const foreign = [...new Set(ids)].filter((id) => {
    const entry = pool.get(id);
    return entry !== undefined && !isAtHome(entry);
  });
  if (foreign.length === 0) return;
  const homes = await source.findHomes?.(foreign, { signal });
  const wanted = Array.from(homes ?? [], ([id, prime]) => ({ id, prime }));
  for (const [id, entry] of await findPoolAtoms(reading, wanted)) {
    if (entry !== undefined && isAtHome(entry)) pool.set(id, entry);
    else pool.delete(id);
  }
}
