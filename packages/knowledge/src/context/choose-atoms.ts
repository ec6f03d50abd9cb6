// Chooses atoms and their lengths within a budget. A greedy knapsack: of all possible steps, it takes the one that gains
// most for each token, until none fits. A step adds an atom in its shortest length, with all that it needs, or replaces
// the text of one by the next length.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { createPause } from '@prime-registry/concurrency';
import type { ContextReason, Omission } from './context-request.ts';

export interface Candidate {
  readonly id: string;
  /** How much it matters: above 0, at most 1. */
  readonly value: number;
  readonly reason: Exclude<ContextReason, 'required'>;
  /** Ids of all that it needs, in the order of reading. */
  readonly needs: readonly string[];
}

interface Chosen {
  readonly id: string;
  readonly level: TextLevel;
  readonly value: number;
  readonly reason: ContextReason;
  readonly requiredBy: string | undefined;
}

export interface Choosing {
  /** Tokens of an atom with its header line. */
  sizeOf(id: string, level: TextLevel): number;
  /** The first of the others that says almost the same as an atom. */
  findAlike(id: string, others: readonly string[]): string | undefined;
  readonly budget: number;
}

export interface Choice {
  /** In the order in which they were chosen. */
  readonly chosen: readonly Chosen[];
  /** Candidates and what chosen ones need, best first. */
  readonly leftOut: readonly (Omission & { readonly id: string })[];
}

/** How much of the value of an atom each length has. */
const LEVEL_SHARES: Readonly<Record<TextLevel, number>> = { summary: 0.6, core: 0.9, full: 1 };
/** The value of what an atom needs, as a share of its own. */
const NEED_SHARE = 0.6;
/** The value of an atom without what it needs, where both do not fit. */
const ALONE_SHARE = 0.5;
/** What was asked for is worth so much more that nothing else displaces it. */
const ASKED_WORTH = 1000;
const [SHORTEST] = TEXT_LEVELS;

/** Atoms to add or to extend. */
interface Step {
  readonly atoms: readonly Chosen[];
  readonly cost: number;
  readonly gain: number;
}

/** A candidate with what it needs and nothing has brought along yet. */
interface Open {
  readonly candidate: Candidate;
  readonly cost: number;
  /** Ids. */
  readonly needed: Set<string>;
  /** What these cost. */
  neededCost: number;
}

/**
 * Chooses. Authors decide how many atoms need each other: each step takes time for the candidates and the chosen atoms, not
 * for their needs, and lets others run in between.
 * @param candidates - best first; of equal steps, that of the earlier one is taken
 */
export async function chooseAtoms(candidates: readonly Candidate[], choosing: Choosing): Promise<Choice> {
  const { sizeOf, findAlike, budget } = choosing;
  const pause = createPause();
  const chosen = new Map<string, Chosen>();
  const alike = new Map<string, string>();
  const open = new Map(candidates.map((candidate) => [candidate.id, toOpen(candidate, sizeOf)]));
  const needing = new Map<string, Open[]>();
  for (const each of open.values())
    for (const id of each.needed) needing.set(id, [...(needing.get(id) ?? []), each]);
  const extensions = new Map<string, Step | undefined>();
  const take = (atom: Chosen): void => {
    const { id } = atom;
    chosen.set(id, atom);
    open.delete(id);
    extensions.set(id, extension(atom, choosing));
    for (const each of needing.get(id) ?? [])
      if (each.needed.delete(id)) each.neededCost -= sizeOf(id, SHORTEST);
  };
  for (let left = budget; ; ) {
    const step = findBest(open.values(), extensions.values(), left);
    if (step === undefined) break;
    const added = step.atoms.map(({ id }) => id).filter((id) => !chosen.has(id));
    for (const atom of step.atoms) take(atom);
    left -= step.cost;
    for (const { candidate } of added.length === 0 ? [] : [...open.values()]) {
      const other = candidate.reason === 'asked' ? undefined : findAlike(candidate.id, added);
      if (other === undefined) continue;
      alike.set(candidate.id, other);
      open.delete(candidate.id);
      await pause();
    }
    await pause();
  }
  return { chosen: [...chosen.values()], leftOut: listLeftOut(candidates, chosen, alike) };
}

function toOpen(candidate: Candidate, sizeOf: Choosing['sizeOf']): Open {
  const needed = new Set(candidate.needs);
  const neededCost = [...needed].reduce((sum, id) => sum + sizeOf(id, SHORTEST), 0);
  return { candidate, cost: sizeOf(candidate.id, SHORTEST), needed, neededCost };
}

/** What a step gains, and whether it brings along what the candidate needs: alone if both do not fit. */
function weigh(open: Open, left: number): Weighed {
  const { candidate, cost, needed, neededCost } = open;
  const worth = worthOf(candidate) * LEVEL_SHARES[SHORTEST];
  if (cost + neededCost > left) return { open, isAlone: true, cost, gain: worth * ALONE_SHARE };
  return { open, isAlone: false, cost: cost + neededCost, gain: worth * (1 + needed.size * NEED_SHARE) };
}

type Weighed = Omit<Step, 'atoms'> & { readonly open: Open; readonly isAlone: boolean };

/** A candidate, and before it what it needs. */
function listAdded({ candidate: { id, value, reason }, needed }: Open, isAlone: boolean): Chosen[] {
  const own: Chosen = { id, level: SHORTEST, value, reason, requiredBy: undefined };
  const others = [...(isAlone ? [] : needed)].map((need): Chosen => {
    return { id: need, level: SHORTEST, value: value * NEED_SHARE, reason: 'required', requiredBy: id };
  });
  return [...others, own];
}

/** The next length of a chosen atom. */
function extension(atom: Chosen, { sizeOf }: Choosing): Step | undefined {
  const level = TEXT_LEVELS[TEXT_LEVELS.indexOf(atom.level) + 1];
  if (level === undefined) return undefined;
  return {
    atoms: [{ ...atom, level }],
    cost: Math.max(0, sizeOf(atom.id, level) - sizeOf(atom.id, atom.level)),
    gain: worthOf(atom) * (LEVEL_SHARES[level] - LEVEL_SHARES[atom.level]),
  };
}

function worthOf({ value, reason }: Pick<Chosen, 'value' | 'reason'>): number {
  return reason === 'asked' ? value * ASKED_WORTH : value;
}

function findBest(
  open: Iterable<Open>,
  extensions: Iterable<Step | undefined>,
  left: number,
): Step | undefined {
  let best: Weighed | Step | undefined;
  const prefer = (step: Weighed | Step): void => {
    const { cost, gain } = step;
    if (cost <= left && (best === undefined || gain * Math.max(1, best.cost) > best.gain * Math.max(1, cost)))
      best = step;
  };
  for (const each of open) prefer(weigh(each, left));
  for (const step of extensions) if (step !== undefined) prefer(step);
  return best === undefined || 'atoms' in best
    ? best
    : { ...best, atoms: listAdded(best.open, best.isAlone) };
}

function listLeftOut(
  candidates: readonly Candidate[],
  chosen: ReadonlyMap<string, Chosen>,
  alike: ReadonlyMap<string, string>,
): Choice['leftOut'] {
  const ids = new Set(
    candidates.flatMap(({ id, needs }) =>
      chosen.has(id) ? needs.filter((need) => !chosen.has(need)) : [id],
    ),
  );
  return [...ids].map((id) => {
    const other = alike.get(id);
    return other === undefined ? { id, why: 'room' } : { id, why: 'alike', other };
  });
}
