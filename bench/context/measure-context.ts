// How many of the atoms that should be in a context are in it, next to what a search gives within the same budget.
import { type KnowledgeSource, packContext } from '@prime-registry/knowledge';
import { searchWithin } from '@prime-registry/testkit/knowledge';

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
    sums.search += shareOf(atoms, await searchWithin(source, search, budget));
    sums.searchWhole += shareOf(atoms, await searchWithin(source, query, budget));
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

function shareOf(wanted: readonly string[], taken: ReadonlySet<string>): number {
  return wanted.filter((id) => taken.has(id)).length / wanted.length;
}
