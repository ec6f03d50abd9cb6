// Atoms that share no word with a task may still be about it: authors link what belongs together.
import type { PoolAtom } from './pool-atom.ts';

/** The least that an atom is worth, as a share of the score of one that it is linked with, in either direction. */
const LINK_SHARE = 0.35;

/** The scores by id, raised by those of linked atoms; atoms without a score and links are left out. */
export function spreadScores(
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
