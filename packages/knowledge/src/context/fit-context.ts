// Chooses atoms whose texts fit: sizes of texts that were not read are what their Prime says, which may be wrong.
import type { TextLevel } from '@prime-registry/atoms';
import { type Candidate, type Choice, chooseAtoms } from './choose-atoms.ts';
import { createAlikeFinder } from './find-alike.ts';
import { listNeeds } from './follow-needs.ts';
import type { Pool, Reading } from './pool-atom.ts';
import { readPoolTexts } from './read-chosen.ts';
import { sizeOfAtom, type WrittenAtom } from './write-section.ts';

/** How often a choice is made again with the sizes of the texts that were read for it. */
const MAX_TRIES = 4;

/** An atom of a context, with what needs it. */
export type FittedAtom = WrittenAtom & { readonly requiredBy: string | undefined };

/** Chooses, and reads the texts of what was chosen into the pool. @param room - tokens of all atoms together */
export async function fitContext(
  reading: Reading,
  candidates: readonly Candidate[],
  room: number,
): Promise<Choice> {
  const { pool } = reading;
  const sizes = new Map<string, number>();
  const sizeOf = (id: string, level: TextLevel): number => {
    const entry = pool.get(id);
    if (entry === undefined) return Number.POSITIVE_INFINITY;
    const key = `${level} ${entry.texts[level] === undefined} ${id}`;
    const size = sizes.get(key) ?? sizeOfAtom(entry, level);
    sizes.set(key, size);
    return size;
  };
  const findAlike = createAlikeFinder((id) => pool.get(id));
  for (let tries = 0; ; tries += 1) {
    const choice = await chooseAtoms(candidates, { sizeOf, findAlike, budget: room });
    const isRead = ({ id, level }: Choice['chosen'][number]): boolean =>
      pool.get(id)?.texts[level] !== undefined;
    if (choice.chosen.every(isRead)) return choice;
    if (tries === MAX_TRIES)
      return keepFitting(choice, room, (each) =>
        isRead(each) ? sizeOf(each.id, each.level) : Number.POSITIVE_INFINITY,
      );
    await readPoolTexts(reading, choice.chosen);
  }
}

/** Of a choice, the atoms that fit, in the order in which they were chosen. */
function keepFitting(
  { chosen, leftOut }: Choice,
  room: number,
  sizeOf: (each: Choice['chosen'][number]) => number,
): Choice {
  let left = room;
  const kept = chosen.filter((each) => {
    const size = sizeOf(each);
    if (size > left) return false;
    left -= size;
    return true;
  });
  const dropped = chosen.filter((each) => !kept.includes(each));
  return { chosen: kept, leftOut: [...dropped.map(({ id }) => ({ id, why: 'room' as const })), ...leftOut] };
}

/** In the order of reading: what was asked for, then the best, each after what it needs. */
export function orderChosen(pool: Pool, { chosen }: Choice): FittedAtom[] {
  const byId = new Map(chosen.map((each) => [each.id, each]));
  const rank = { asked: 0, found: 1, required: 2 } as const;
  const starts = chosen.toSorted(
    (a, b) => rank[a.reason] - rank[b.reason] || b.value - a.value || (a.id < b.id ? -1 : 1),
  );
  const ordered = new Set(
    starts.flatMap(({ id }) => [...listNeeds(pool, id).filter((need) => byId.has(need)), id]),
  );
  return [...ordered].flatMap((id) => {
    const entry = pool.get(id);
    const own = byId.get(id);
    if (entry === undefined || own === undefined) return [];
    return [{ entry, level: own.level, reason: own.reason, requiredBy: own.requiredBy }];
  });
}
