// How many of the atoms that should be in a context are in it, beside what a search gives within the same budget.
import { estimateTokens } from '@prime-registry/atoms';
import { type KnowledgeSource, packContext } from '@prime-registry/knowledge';

/** What should be found. */
export interface Wanted {
  /** What a context is asked for with. */
  readonly query: string;
  /** What a search is asked for with. */
  readonly search: string;
  /** Ids. */
  readonly atoms: readonly string[];
}

/** What was found: shares of the wanted atoms, the mean over all questions. */
export interface Recall {
  /** In a context, at any length. */
  readonly context: number;
  /** In a context, with the core or full text. */
  readonly contextCore: number;
  /** In the results of a search for the typed words, with full texts. */
  readonly search: number;
  /** In the results of a search for the whole query, with full texts. */
  readonly searchWhole: number;
  /** Questions of which all atoms are in the context. */
  readonly whole: number;
  /** The share of the atoms of a context that were wanted. */
  readonly precision: number;
}

/** The ids of the atoms of a context or of search results. */
export interface Taken {
  readonly ids: ReadonlySet<string>;
  readonly tokens: number;
}

/** Measures questions at a budget. */
export async function measureRecall(
  source: KnowledgeSource,
  questions: readonly Wanted[],
  budget: number,
): Promise<Recall> {
  const sums = { context: 0, contextCore: 0, search: 0, searchWhole: 0, whole: 0, precision: 0 };
  for (const { query, search, atoms } of questions) {
    const { atoms: packed } = await packContext(source, { query, budget });
    const ids = new Set(packed.map(({ id }) => id));
    const longer = new Set(packed.filter(({ level }) => level !== 'summary').map(({ id }) => id));
    const all = shareOf(atoms, ids);
    sums.context += all;
    sums.contextCore += shareOf(atoms, longer);
    sums.search += shareOf(atoms, (await searchWithin(source, search, budget)).ids);
    sums.searchWhole += shareOf(atoms, (await searchWithin(source, query, budget)).ids);
    sums.whole += all === 1 ? 1 : 0;
    sums.precision += ids.size === 0 ? 0 : (all * atoms.length) / ids.size;
  }
  const mean = (sum: number): number => sum / questions.length;
  return {
    context: mean(sums.context),
    contextCore: mean(sums.contextCore),
    search: mean(sums.search),
    searchWhole: mean(sums.searchWhole),
    whole: mean(sums.whole),
    precision: mean(sums.precision),
  };
}

/** The atoms of search results in their order, with full texts, as long as they fit; those that do not are skipped. */
export async function searchWithin(source: KnowledgeSource, text: string, budget: number): Promise<Taken> {
  const { hits } = await source.search({ text, limit: 50, offset: 0 });
  const ids = new Set<string>();
  let tokens = 0;
  for (const prime of hits) {
    const texts = await source.readTexts(
      prime,
      prime.atoms.map(({ id }) => id),
      'full',
    );
    for (const { id, kind } of prime.atoms) {
      const section = `## ${id} · ${kind} · ${prime.name} ${prime.version}\n\n${texts.get(id) ?? ''}\n\n`;
      const cost = estimateTokens(section);
      if (tokens + cost > budget || ids.has(id)) continue;
      ids.add(id);
      tokens += cost;
    }
  }
  return { ids, tokens };
}

function shareOf(wanted: readonly string[], taken: ReadonlySet<string>): number {
  return wanted.filter((id) => taken.has(id)).length / wanted.length;
}
