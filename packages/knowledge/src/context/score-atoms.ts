// How well an atom fits a task: which words of the task it has, where, and how rare they are among the atoms of the
// pool. Lengths and repetition do not count: a long atom is not a better one.
import type { Match } from './match-atoms.ts';
import type { PoolAtom } from './pool-atom.ts';
import type { QueryTerm } from './query-terms.ts';

/** How much of a score depends on the other atoms of the Prime: what a task is about is seldom in one atom alone. */
const PRIME_PART = 0.5;
/** The atoms of a Prime that stand for it. */
const PRIME_ATOMS = 3;

/** How rare each term is among some atoms: above 0, higher for rare ones. */
export type Rarities = readonly number[];

/** An atom with its score, above 0. */
export interface Scored {
  readonly entry: PoolAtom;
  readonly score: number;
}

export function measureRarities(matches: readonly Match[], terms: readonly QueryTerm[]): Rarities {
  return terms.map((_, at) => {
    const having = matches.filter(({ isOwn }) => isOwn[at]).length;
    return Math.log(1 + (matches.length + 1) / (having + 0.5));
  });
}

/** Atoms that have a word of the task, and those linked with them, best first; equal ones by id. */
export function rankAtoms(
  entries: readonly PoolAtom[],
  matches: readonly Match[],
  rarities: Rarities,
): Scored[] {
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const alone = entries.flatMap((entry, index): Scored[] => {
    const { shares, isOwn } = matches[index] ?? { shares: [], isOwn: [] };
    // What only its Prime says makes an atom better, but finds none.
    if (!isOwn.includes(true)) return [];
    const sum = shares.reduce((total, share, at) => total + share * (rarities[at] ?? 0), 0);
    return [{ entry, score: sum / all }];
  });
  const strengths = measurePrimes(alone);
  const scores = new Map(
    alone.map(({ entry, score }) => {
      const strength = strengths.get(entry.prime.name) ?? 0;
      return [entry.atom.id, score * (1 - PRIME_PART + PRIME_PART * strength)];
    }),
  );
  const spread = spreadScores(entries, scores);
  return entries
    .map((entry) => ({ entry, score: spread.get(entry.atom.id) ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entry.atom.id < b.entry.atom.id ? -1 : 1));
}

/** How well each Prime fits, by its best atoms: 1 for the best Prime. */
function measurePrimes(scored: readonly Scored[]): ReadonlyMap<string, number> {
  const scores = Map.groupBy(scored, ({ entry }) => entry.prime.name);
  const sums = Array.from(scores, ([name, atoms]) => {
    const best = atoms.map(({ score }) => score).sort((a, b) => b - a);
    return [name, best.slice(0, PRIME_ATOMS).reduce((sum, score) => sum + score, 0)] as const;
  });
  const most = Math.max(...sums.map(([, sum]) => sum));
  return new Map(sums.map(([name, sum]) => [name, sum / most]));
}

/**
 * The least that an atom is worth, as a share of the score of one that it is linked with, in either direction. Atoms that
 * share no word with a task may still be about it: authors link what belongs together.
 */
const LINK_SHARE = 0.35;

/** The scores by id, raised by those of linked atoms; atoms without a score and links are left out. */
function spreadScores(
  entries: readonly PoolAtom[],
  scores: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const raised = new Map(scores);
  const raise = (id: string, by: string): void => {
    const least = (scores.get(by) ?? 0) * LINK_SHARE;
    if (least > (raised.get(id) ?? 0)) raised.set(id, least);
  };
  for (const { atom, links } of entries) {
    for (const target of links) {
      raise(target, atom.id);
      raise(atom.id, target);
    }
  }
  return raised;
}
