// What atoms need, and what that needs: a reader who applies an atom must apply these too.
import type { Pool, Reading } from './pool-atom.ts';
import { preferHomes } from './prefer-homes.ts';
import { findPoolAtoms } from './read-pool.ts';

/** How many atoms of other Primes are looked up for all candidates, at most. */
const MAX_LOOKUPS = 40;
/** How many atoms one atom may bring along, and how many edges lead to the furthest. */
const MAX_NEEDS = 32;
const MAX_DEPTH = 8;

/**
 * Reads needed atoms that are not in the pool yet, nearest first. Nothing happens for those that nobody has.
 * @param isNamed - whether the Primes of the pool were named, and not found: their atoms stay
 */
export async function readNeeds(reading: Reading, ids: readonly string[], isNamed: boolean): Promise<void> {
  const { pool } = reading;
  const asked = new Set<string>();
  const reached = new Set(ids);
  let nearest = ids;
  for (let depth = 0; depth < MAX_DEPTH && nearest.length > 0; depth += 1) {
    const targets = [...new Set(nearest.flatMap((id) => pool.get(id)?.needs ?? []))];
    if (!isNamed) await preferHomes(reading, targets);
    const unknown = targets
      .filter((id) => !pool.has(id) && !asked.has(id))
      .slice(0, MAX_LOOKUPS - asked.size);
    const found = await findPoolAtoms(
      reading,
      unknown.map((id) => ({ id })),
    );
    for (const [id, entry] of found) if (entry !== undefined) pool.set(id, entry);
    for (const id of unknown) asked.add(id);
    nearest = targets.filter((id) => pool.has(id) && !reached.has(id));
    for (const id of nearest) reached.add(id);
  }
}

/** The ids that an atom needs, directly or through others, each after what it needs itself; without its own. */
export function listNeeds(pool: Pool, id: string): string[] {
  const seen = new Set([id]);
  const ordered: string[] = [];
  const visit = (from: string, depth: number): void => {
    for (const target of pool.get(from)?.needs ?? []) {
      if (seen.has(target) || !pool.has(target) || seen.size > MAX_NEEDS || depth === MAX_DEPTH) continue;
      seen.add(target);
      visit(target, depth + 1);
      ordered.push(target);
    }
  };
  visit(id, 0);
  return ordered;
}
