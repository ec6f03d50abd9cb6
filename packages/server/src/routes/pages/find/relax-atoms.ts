// Finds atoms with most of the words of a search, if none has all of them: people type questions.
import { splitWords } from '@prime-registry/atoms';
import type { AtomFindings, AtomSearch, RichSearchStore } from '@prime-registry/store';

/** A longer search uses only its first words: each costs two searches. */
const MAX_WORDS = 8;

/** What was found, and the words that were left out, as they were typed. */
export interface RelaxedAtoms {
  readonly findings: AtomFindings;
  readonly without: readonly string[];
}

/**
 * Keeps the words that say the most, those of the fewest atoms, as long as there are atoms with all of them.
 * @param search - that found nothing
 * @returns undefined if there is nothing to leave out
 */
export async function relaxAtoms(
  store: Pick<RichSearchStore, 'searchAtoms'>,
  search: AtomSearch,
): Promise<RelaxedAtoms | undefined> {
  const words = [...new Set(search.text.split(/\s+/))]
    .filter((word) => splitWords(word).length > 0)
    .slice(0, MAX_WORDS);
  if (words.length < 2) return undefined;
  const count = async (some: readonly string[]): Promise<number> => {
    const { total } = await store.searchAtoms({ ...search, text: some.join(' '), limit: 1, offset: 0 });
    return total;
  };
  const known: { readonly word: string; readonly total: number }[] = [];
  for (const word of words) {
    const total = await count([word]);
    if (total > 0) known.push({ word, total });
  }
  let kept: string[] = [];
  for (const { word } of known.toSorted((a, b) => a.total - b.total)) {
    const more = words.filter((each) => each === word || kept.includes(each));
    if (kept.length === 0 || (await count(more)) > 0) kept = more;
  }
  if (kept.length === 0 || kept.length === words.length) return undefined;
  const findings = await store.searchAtoms({ ...search, text: kept.join(' ') });
  return { findings, without: words.filter((word) => !kept.includes(word)) };
}
