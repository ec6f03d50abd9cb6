// Reads the atoms and Primes that a request names.
import { isAtomId } from '@prime-registry/atoms';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { PackedContext } from './context-request.ts';
import { CALLS_AT_A_TIME } from './find-primes.ts';
import { type PoolAtom, toPoolAtom } from './pool-atom.ts';

/** What the names stand for. */
export interface Asked {
  /** In the order of the names. */
  readonly atoms: readonly PoolAtom[];
  readonly primes: readonly { readonly name: string }[];
  readonly missing: PackedContext['missing'];
}

/** Looks up each name: as the id of an atom, else as the name of a Prime. */
export async function readAsked(
  source: KnowledgeSource,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Asked> {
  const atoms: PoolAtom[] = [];
  const primes: { readonly name: string }[] = [];
  const missing: { readonly id: string; readonly similar: readonly string[] }[] = [];
  const found = await mapConcurrently(ids, { limit: CALLS_AT_A_TIME, signal }, async (id, end) => {
    const options = { signal: end };
    const located = await source.findAtom(id, {}, options);
    if (located?.atom.id === id) return { located };
    const prime = await source.findPrime(id, undefined, options);
    if (prime !== undefined) return { prime };
    return { similar: await source.suggest(id, 'atom', options) };
  });
  for (const [index, id] of ids.entries()) {
    const { located, prime, similar = [] } = found[index] ?? {};
    if (located !== undefined) atoms.push(toPoolAtom(located));
    else if (prime !== undefined) primes.push({ name: prime.name });
    else missing.push({ id, similar });
  }
  return { atoms, primes, missing };
}

/** Splits a request in one text: ids of atoms and names of Primes, each once, and the words between them. */
export function splitIds(text: string): { readonly query: string; readonly ids: readonly string[] } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return {
    query: words.filter((word) => !isAtomId(word)).join(' '),
    ids: [...new Set(words.filter(isAtomId))],
  };
}
