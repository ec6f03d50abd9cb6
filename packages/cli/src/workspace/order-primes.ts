// The order in which a workspace is published: a Prime after those that it requires.
import type { WorkspacePrime } from './find-primes.ts';

/**
 * Sorts Primes so that each comes after the ones of the workspace that it requires. Those that require each other
 * stay in the given order: no order suits them.
 */
export function orderPrimes(primes: readonly WorkspacePrime[]): WorkspacePrime[] {
  const byName = new Map(primes.map((prime) => [prime.manifest.name.full, prime]));
  const ordered = new Set<WorkspacePrime>();
  const visited = new Set<WorkspacePrime>();
  // A stack instead of recursion: a chain can be long.
  const open: { readonly prime: WorkspacePrime; readonly isLeaving: boolean }[] = [];
  for (const prime of primes.toReversed()) open.push({ prime, isLeaving: false });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { prime, isLeaving } = next;
    if (isLeaving) ordered.add(prime);
    if (isLeaving || visited.has(prime)) continue;
    visited.add(prime);
    open.push({ prime, isLeaving: true });
    for (const name of Object.keys(prime.manifest.requires).reverse()) {
      const required = byName.get(name);
      if (required !== undefined && !visited.has(required)) open.push({ prime: required, isLeaving: false });
    }
  }
  return [...ordered];
}
