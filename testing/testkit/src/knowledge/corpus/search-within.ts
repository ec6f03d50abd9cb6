// What contexts are compared with: the results of a search, cut at a budget.
import { estimateTokens } from '@prime-registry/atoms';
import type { KnowledgeSource } from '@prime-registry/knowledge';

/** As many Primes as a search may give. */
const MAX_PRIMES = 50;

/**
 * The ids of the atoms of search results in their order, with full texts, as long as they fit. Those that do not are
 * skipped, which is more generous than to stop. @param budget - tokens
 */
export async function searchWithin(
  source: KnowledgeSource,
  text: string,
  budget: number,
): Promise<ReadonlySet<string>> {
  const { hits } = await source.search({ text, limit: MAX_PRIMES, offset: 0 });
  const taken = new Set<string>();
  let tokens = 0;
  for (const prime of hits) {
    const ids = prime.atoms.map(({ id }) => id);
    const texts = await source.readTexts(prime, ids, 'full');
    for (const { id, kind } of prime.atoms) {
      const heading = `## ${id} · ${kind} · ${prime.name} ${prime.version}`;
      const cost = estimateTokens(`${heading}\n\n${texts.get(id) ?? ''}\n\n`);
      if (tokens + cost > budget || taken.has(id)) continue;
      taken.add(id);
      tokens += cost;
    }
  }
  return taken;
}
