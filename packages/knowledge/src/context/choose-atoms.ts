// Chooses atoms and their lengths within a budget. A greedy knapsack: of all possible steps, it takes the one that gains
// most for each token, until none fits. A step adds an atom in its shortest length, with all that it needs, or replaces
// the text of one by the next length.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import type { ContextReason, Omission } from './context-request.ts';

/** An atom that may be chosen. */
export interface Candidate {
  readonly id: string;
  /** How much it matters: above 0, at most 1. */
  readonly value: number;
  readonly reason: Exclude<ContextReason, 'required'>;
  /** Ids of all that it needs, in the order of reading. */
  readonly needs: readonly string[];
}

/** A chosen atom. */
export interface Chosen {
  readonly id: string;
  readonly level: TextLevel;
  readonly value: number;
  readonly reason: ContextReason;
  readonly requiredBy: string | undefined;
}

/** What the choice depends on. */
export interface Choosing {
  /** Tokens of an atom with its header line. */
  sizeOf(id: string, level: TextLevel): number;
  /** The other of two atoms that say almost the same, if one of these is there. */
  findAlike(id: string, chosen: ReadonlyMap<string, unknown>): string | undefined;
  readonly budget: number;
}

/** The result. */
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

/** Chooses. @param candidates - best first; of equal steps, that of the earlier one is taken */
export function chooseAtoms(candidates: readonly Candidate[], choosing: Choosing): Choice {
  const chosen = new Map<string, Chosen>();
  const alike = new Map<string, string>();
  let left = choosing.budget;
  for (;;) {
    const open = candidates.filter(({ id }) => !chosen.has(id) && !alike.has(id));
    for (const { id, reason } of open) {
      const other = reason === 'asked' ? undefined : choosing.findAlike(id, chosen);
      if (other !== undefined) alike.set(id, other);
    }
    const additions = open
      .filter(({ id }) => !alike.has(id))
      .map((candidate) => addition(candidate, chosen, left, choosing));
    const extensions = [...chosen.values()].map((atom) => extension(atom, choosing));
    const step = findBest([...additions, ...extensions], left);
    if (step === undefined) break;
    for (const atom of step.atoms) chosen.set(atom.id, atom);
    left -= step.cost;
  }
  return { chosen: [...chosen.values()], leftOut: listLeftOut(candidates, chosen, alike) };
}

/** A candidate with all that it needs; alone if both do not fit. */
function addition(
  { id, value, reason, needs }: Candidate,
  chosen: ReadonlyMap<string, Chosen>,
  left: number,
  { sizeOf }: Choosing,
): Step {
  const own: Chosen = { id, level: SHORTEST, value, reason, requiredBy: undefined };
  const needed = needs
    .filter((need) => !chosen.has(need))
    .map((need): Chosen => {
      return { id: need, level: SHORTEST, value: value * NEED_SHARE, reason: 'required', requiredBy: id };
    });
  const cost = sizeOf(id, SHORTEST);
  const together = needed.reduce((sum, { id: need }) => sum + sizeOf(need, SHORTEST), cost);
  const worth = worthOf(own) * LEVEL_SHARES[SHORTEST];
  if (together > left) return { atoms: [own], cost, gain: worth * ALONE_SHARE };
  return { atoms: [...needed, own], cost: together, gain: worth * (1 + needed.length * NEED_SHARE) };
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

function worthOf({ value, reason }: Chosen): number {
  return reason === 'asked' ? value * ASKED_WORTH : value;
}

function findBest(steps: readonly (Step | undefined)[], left: number): Step | undefined {
  let best: Step | undefined;
  for (const step of steps) {
    if (step === undefined || step.cost > left) continue;
    if (best === undefined || step.gain * Math.max(1, best.cost) > best.gain * Math.max(1, step.cost))
      best = step;
  }
  return best;
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
