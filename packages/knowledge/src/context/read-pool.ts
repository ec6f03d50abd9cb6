// The atoms of the Primes that a task is about: from these a context is chosen.
import { type Edge, isNeed, type TextLevel } from '@prime-registry/atoms';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeSource, KnownAtom, KnownPrime, LocatedAtom } from '../source/knowledge-source.ts';
import { CALLS_AT_A_TIME, type FoundPrime } from './find-primes.ts';

/** How many atoms are read, of all Primes together; of each the same number, the first by id. */
const MAX_POOL = 4000;
/** How many atoms that only a search found are read. */
const MAX_FOUND_ATOMS = 24;

/** A Prime as the header of an atom names it. */
export type HeaderPrime = Pick<
  KnownPrime,
  'name' | 'version' | 'sha256' | 'yanked' | 'deprecated' | 'from' | 'logIndex'
>;

/** An atom that may be in a context. */
export interface PoolAtom {
  readonly atom: KnownAtom;
  readonly prime: HeaderPrime;
  /** What its Prime says of itself. */
  readonly primeText: string;
  /** Ids of the atoms that it needs, in the order of its edges. */
  readonly needs: readonly string[];
  /** Texts that were read already. */
  readonly texts: Partial<Record<TextLevel, string>>;
}

/** The atoms that may be in a context, by id. Of several with the same id, the one of the better Prime. */
export type Pool = Map<string, PoolAtom>;

/** Reads Primes into the pool, in their order. @returns names of those that do not exist */
export async function readPool(
  source: KnowledgeSource,
  primes: readonly (Partial<FoundPrime> & { readonly name: string })[],
  pool: Pool,
  signal?: AbortSignal,
): Promise<string[]> {
  const most = Math.floor(MAX_POOL / Math.max(1, primes.length));
  const concurrency = { limit: CALLS_AT_A_TIME, ...(signal && { signal }) };
  const read = await mapConcurrently(primes, concurrency, async ({ name, version }, end) => {
    const prime = await source.findPrime(name, version, { signal: end });
    if (prime === undefined) return undefined;
    const primeText = `${name} ${prime.description}`;
    const atoms: PoolAtom[] = [];
    for await (const batch of source.readAtoms(prime, { signal: end })) {
      for (const { edges, ...atom } of batch) {
        atoms.push({ atom, prime, primeText, needs: needsOf(edges), texts: {} });
        if (atoms.length === most) return atoms;
      }
    }
    return atoms;
  });
  for (const atoms of read) {
    for (const each of atoms ?? []) if (!pool.has(each.atom.id)) pool.set(each.atom.id, each);
  }
  return primes.flatMap(({ name }, index) => (read[index] === undefined ? [name] : []));
}

/** An atom that was read alone. */
export function toPoolAtom({ atom, prime, texts, edges }: LocatedAtom): PoolAtom {
  return { atom, prime, primeText: prime.name, needs: needsOf(edges), texts: { ...texts } };
}

function needsOf(edges: readonly Pick<Edge, 'verb' | 'target'>[]): string[] {
  return [...new Set(edges.filter(({ verb }) => isNeed(verb)).map(({ target }) => target))];
}

/** Reads atoms that a search found and that are not in the pool: their Primes have more than were read. */
export async function readFoundAtoms(
  source: KnowledgeSource,
  atoms: readonly { readonly id: string; readonly prime: FoundPrime }[],
  pool: Pool,
  signal?: AbortSignal,
): Promise<void> {
  const unread = atoms.filter(({ id }) => !pool.has(id)).slice(0, MAX_FOUND_ATOMS);
  const concurrency = { limit: CALLS_AT_A_TIME, ...(signal && { signal }) };
  const read = await mapConcurrently(unread, concurrency, ({ id, prime }, end) =>
    source.findAtom(id, { prime: prime.name, wanted: prime.version }, { signal: end }),
  );
  for (const located of read) if (located !== undefined) pool.set(located.atom.id, toPoolAtom(located));
}
