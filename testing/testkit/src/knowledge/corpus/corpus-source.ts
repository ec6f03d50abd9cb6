// The corpus as a source: in memory, with the search of installed Primes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InventoryBuilder } from '@prime-registry/atoms';
import { indexPrime, type KnowledgeSource, searchPrimes } from '@prime-registry/knowledge';
import { type KnowledgeDraft, makeMemoryKnowledge } from '../memory-knowledge.ts';
import { OPERATIONS_PRIMES } from './operations-primes.ts';
import { readCorpus } from './read-corpus.ts';
import { WEB_PRIMES } from './web-primes.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../../examples/http-caching/primes/sources/@examples');

/** The Primes of the corpus: ten with about nine atoms each, and the example of the repository. */
export async function readCorpusPrimes(): Promise<readonly KnowledgeDraft[]> {
  const primes = await readCorpus(`${WEB_PRIMES.trim()}\n\n${OPERATIONS_PRIMES.trim()}`);
  return [...primes, await readExample()];
}

async function readExample(): Promise<KnowledgeDraft> {
  const builder = new InventoryBuilder();
  for (const file of (await readdir(EXAMPLE)).sort())
    builder.add(`primes/sources/@examples/${file}`, await readFile(join(EXAMPLE, file)));
  const description = 'HTTP caching for those who write servers: freshness, validation, keys and mistakes';
  return { name: '@examples/http-caching', description, atoms: await builder.finish() };
}

/** A source of Primes that searches as installed Primes are searched. */
export async function makeSearchedSource(drafts: readonly KnowledgeDraft[]): Promise<KnowledgeSource> {
  const memory = await makeMemoryKnowledge(drafts);
  const indexed = await Promise.all(
    drafts.map(async ({ name, version = '1.0.0', description = '' }) => {
      const atoms = [];
      for await (const batch of memory.readAtoms({ name, version })) {
        const ids = batch.map(({ id }) => id);
        const texts = await memory.readTexts({ name, version }, ids, 'full');
        for (const { edges: _, ...atom } of batch) atoms.push({ ...atom, text: texts.get(atom.id) ?? '' });
      }
      return indexPrime({ name, version, description, labels: [], atoms });
    }),
  );
  return {
    search: async (query) => {
      const { hits, corrected } = searchPrimes(indexed, query);
      const page = hits.slice(query.offset, query.offset + query.limit);
      return {
        hits: page.map(({ prime, atoms, atomTotal }) => {
          return { ...prime, atoms, atomTotal, deprecated: false, from: 'installed' };
        }),
        total: hits.length,
        corrected,
        incomplete: [],
      };
    },
    findPrime: memory.findPrime.bind(memory),
    listAtoms: memory.listAtoms.bind(memory),
    readAtoms: memory.readAtoms.bind(memory),
    readTexts: memory.readTexts.bind(memory),
    findAtom: memory.findAtom.bind(memory),
    findHomes: memory.findHomes.bind(memory),
    suggest: memory.suggest.bind(memory),
  };
}
