// What contexts are measured with: the tasks and their corpus, the example, and the Primes of the labelled queries.
import type { KnowledgeSource } from '@prime-registry/knowledge';
import { type AtomSource, inventoryOf } from '@prime-registry/testkit';
import { type KnowledgeDraft, makeSearchedSource, readCorpusPrimes } from '@prime-registry/testkit/knowledge';
import { KNOWN_CONTENTS } from '../../packages/server/test/search/relevance/contents.ts';
import { KNOWN_PRIMES } from '../../packages/server/test/search/relevance/primes.ts';

/** All Primes. */
export async function readAllPrimes(): Promise<KnowledgeDraft[]> {
  return [...(await readCorpusPrimes()), ...(await readLabelledPrimes())];
}

/** A source of all Primes. */
export async function openCorpus(): Promise<KnowledgeSource> {
  return makeSearchedSource(await readAllPrimes());
}

async function readLabelledPrimes(): Promise<KnowledgeDraft[]> {
  return Promise.all(
    KNOWN_PRIMES.map(async ({ name, tags, description }) => {
      const atoms: readonly AtomSource[] = KNOWN_CONTENTS.get(name)?.atoms ?? [];
      return { name, description: `${description} (${tags.join(', ')})`, atoms: await inventoryOf(atoms) };
    }),
  );
}
