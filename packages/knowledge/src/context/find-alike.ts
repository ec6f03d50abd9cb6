// Atoms that say almost the same: copies in other Primes, and atoms that differ by a word. One of them is enough.
import type { PoolAtom } from './pool-atom.ts';
import { readStems } from './query-terms.ts';

/** The share of words that two atoms have in common, from which on they are alike. */
const ALIKE_SHARE = 0.75;
/** So many words of an atom are compared: more take time, and nobody writes such descriptions. */
const MAX_WORDS = 100;
/** Fewer words say too little to compare. */
const MIN_WORDS = 4;

/** Compares atoms by the words of their label and description. */
export function createAlikeFinder(
  find: (id: string) => PoolAtom | undefined,
): (id: string, others: readonly string[]) => string | undefined {
  const known = new Map<string, ReadonlySet<string>>();
  const wordsOf = (id: string): ReadonlySet<string> => {
    const words = known.get(id) ?? readWords(find(id));
    known.set(id, words);
    return words;
  };
  return (id, others) => {
    const own = wordsOf(id);
    if (own.size < MIN_WORDS) return undefined;
    for (const other of others) if (areAlike(own, wordsOf(other))) return other;
    return undefined;
  };
}

function readWords(entry: PoolAtom | undefined): ReadonlySet<string> {
  if (entry === undefined) return new Set();
  const stems = readStems(`${entry.atom.label ?? ''} ${entry.atom.description}`);
  return stems.size <= MAX_WORDS ? stems : new Set([...stems].slice(0, MAX_WORDS));
}

/** Jaccard, "The distribution of the flora in the alpine zone", 1912: common words as a share of all. */
function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = a.intersection(b).size;
  return common >= ALIKE_SHARE * (a.size + b.size - common);
}
