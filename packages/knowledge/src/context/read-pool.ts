// The atoms of the Primes that a task is about: from these a context is chosen.
import { isAtomId } from '@prime-registry/atoms';
import { mapConcurrently } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { PrimeVersion } from '../source/known-prime.ts';
import { CALLS_AT_A_TIME } from './find-primes.ts';
import {
  isAtHome,
  linksOf,
  needsOf,
  type Pool,
  type PoolAtom,
  type Reading,
  toPoolAtom,
} from './pool-atom.ts';

/** How many atoms are read, of all Primes together; of each the same number, the first by id. */
const MAX_POOL = 4000;
/** How many atoms that only a search found are read. */
const MAX_FOUND_ATOMS = 24;

/**
 * Reads Primes that a search found into the pool, in their order. One that cannot be read is left out: the others may be
 * enough. @returns names of those that were left out
 */
export async function readFoundPrimes(reading: Reading, primes: readonly PrimeVersion[]): Promise<string[]> {
  const unread: string[] = [];
  const found = await readAll(reading, primes, async (prime, most, end) => {
    const atoms = await unlessUnavailable(readPrime(reading.source, prime, most, end));
    if (atoms === undefined) unread.push(prime.name);
    return atoms ?? [];
  });
  addAtoms(reading.pool, [...found.filter(isAtHome), ...found]);
  return unread.sort();
}

/** What the source has; undefined if it cannot tell. Authors decide what is looked up: that must not fail the rest. */
async function unlessUnavailable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return undefined;
  }
}

/** Reads Primes that were asked for by name into the pool. @throws what the source throws */
export async function readPool(
  reading: Reading,
  primes: readonly { readonly name: string }[],
): Promise<void> {
  const { source, pool } = reading;
  const atoms = await readAll(reading, primes, (prime, most, end) => readPrime(source, prime, most, end));
  addAtoms(pool, atoms);
}

async function readAll<Named extends { readonly name: string }>(
  { signal }: Reading,
  primes: readonly Named[],
  read: (prime: Named, most: number, signal: AbortSignal) => Promise<PoolAtom[]>,
): Promise<PoolAtom[]> {
  const most = Math.floor(MAX_POOL / Math.max(1, primes.length));
  const concurrency = { limit: CALLS_AT_A_TIME, signal };
  return (await mapConcurrently(primes, concurrency, (prime, end) => read(prime, most, end))).flat();
}

/** The first of each id. */
function addAtoms(pool: Pool, atoms: readonly PoolAtom[]): void {
  for (const each of atoms) if (!pool.has(each.atom.id)) pool.set(each.atom.id, each);
}

async function readPrime(
  source: KnowledgeSource,
  { name, version }: { readonly name: string; readonly version?: string },
  most: number,
  signal: AbortSignal,
): Promise<PoolAtom[]> {
  const atoms: PoolAtom[] = [];
  const prime = await source.findPrime(name, version, { signal });
  if (prime === undefined) return atoms;
  const primeText = `${name} ${prime.description}`;
  for await (const batch of source.readAtoms(prime, { signal })) {
    for (const { edges, ...atom } of batch) {
      if (atoms.length === most) return atoms;
      // Ids stand in lines of ours.
      if (!isAtomId(atom.id)) continue;
      atoms.push({ atom, prime, primeText, needs: needsOf(edges), links: linksOf(edges), texts: {} });
    }
  }
  return atoms;
}

/** An atom, and the Prime to find it in, if that matters. */
interface WantedAtom {
  readonly id: string;
  readonly prime?: PrimeVersion;
}

/** Reads atoms that a search found and that are not in the pool: their Primes have more than were read. */
export async function readFoundAtoms(reading: Reading, atoms: readonly WantedAtom[]): Promise<void> {
  const unread = atoms.filter(({ id }) => !reading.pool.has(id)).slice(0, MAX_FOUND_ATOMS);
  for (const [id, entry] of await findPoolAtoms(reading, unread))
    if (entry !== undefined) reading.pool.set(id, entry);
}

/** Looks atoms up; undefined for those that the source does not have, or cannot tell. */
export function findPoolAtoms(
  { source, signal }: Reading,
  wanted: readonly WantedAtom[],
): Promise<(readonly [id: string, entry: PoolAtom | undefined])[]> {
  return mapConcurrently(wanted, { limit: CALLS_AT_A_TIME, signal }, async ({ id, prime }, end) => {
    const place = { prime: prime?.name, wanted: prime?.version };
    const located = await unlessUnavailable(source.findAtom(id, place, { signal: end }));
    return [id, located?.atom.id === id ? toPoolAtom(located) : undefined] as const;
  });
}
